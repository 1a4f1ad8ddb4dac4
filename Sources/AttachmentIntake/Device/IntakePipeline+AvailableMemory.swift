extension IntakePipeline.Configuration {
  /// Lowers the memory budget, and with it the copy buffer, to what the process may still take.
  ///
  /// A quarter of it at most: the rest of the process grows too, and a provider may hand over a whole photo unasked,
  /// which the budget only counts. Nothing is raised.
  ///
  /// - Parameter available: What the process may take before the system ends it, as `os_proc_available_memory()`
  ///   tells; zero where the system sets no limit or does not know, which changes nothing.
  public mutating func fit(available: ByteCount) {
    guard available > .zero else { return }
    let page: Int64 = 4096
    let share = ByteCount(bytes: max(page, available.bytes / 4 / page * page))
    memoryBudget = min(memoryBudget, share)
    copyBufferSize = min(copyBufferSize, memoryBudget)
  }
}
