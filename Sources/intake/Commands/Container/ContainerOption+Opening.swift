import AttachmentIntake

extension ContainerOption {
  /// Runs `body` with the container that the arguments and the environment name, and closes it afterwards.
  ///
  /// - Parameter creates: Whether a missing container is set up, with the folders that it lies in.
  static func withContainer<Result>(
    _ arguments: ParsedArguments, _ context: CommandContext, creates: Bool = false,
    _ body: (SharedContainer) async throws -> Result
  ) async throws -> Result {
    let path = try path(arguments, context.environment)
    guard let text = String(validating: path.bytes, as: UTF8.self) else {
      throw UsageError(
        "The path of the container, '\(path.display)', is not UTF-8.",
        hint: "Name another folder with '--container DIR', or reach this one by a link.",
        command: arguments.command)
    }
    if creates { path.makeParents() }
    let container = try await open(text, creates: creates)
    report(container.recovery, context)
    do {
      let result = try await body(container)
      await container.close()
      return result
    } catch {
      await container.close()
      throw error
    }
  }

  private static func open(_ path: String, creates: Bool) async throws -> SharedContainer {
    do {
      return try await SharedContainer.open(at: path, create: creates)
    } catch let error as IntakeError where error.code == .containerUnavailable && !creates {
      throw IntakeError(
        error.code, at: error.stage, error.message + " 'intake ingest' makes it.",
        cause: error.cause)
    }
  }

  /// A person should know that something was left and is gone.
  private static func report(_ recovery: RecoveryReport, _ context: CommandContext) {
    guard !recovery.isClean else { return }
    context.messages.report(text(of: recovery), style: .doubtful)
  }

  /// What was found that an earlier process had left, and what became of it.
  static func text(of recovery: RecoveryReport) -> String {
    let removed = recovery.unfinished + recovery.staged + recovery.orphans
    let copies = "\(removed) unfinished \(removed == 1 ? "copy was" : "copies were") removed"
    let leases =
      "\(recovery.leases) \(recovery.leases == 1 ? "lease was" : "leases were") given back"
    return "An earlier process ended in the middle of its work: \(copies), \(leases)."
  }
}
