import AttachmentIntake

/// Lets everything run that can run, so that a test may say what did *not* happen.
///
/// The workers of a pipeline run on the shared executor, first come, first served: what was ready to run there
/// has run when tasks that come behind it have run, round after round.
func settle() async {
  for _ in 0..<50 {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask(executorPreference: BlockingExecutor.shared) {} }
    }
    await Task(executorPreference: BlockingExecutor.commits) {}.value
    await Task.yield()
  }
}
