import AttachmentIntake

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension ContainerOption {
  /// Runs `body` with the container that the arguments and the environment name, and closes it afterwards.
  ///
  /// - Parameters:
  ///   - creates: Whether a missing container is set up, with the folders that it lies in.
  ///   - maker: The command that sets one up, for who has none.
  static func withContainer<Result>(
    _ arguments: ParsedArguments, _ context: CommandContext, creates: Bool = false,
    createdBy maker: String = "intake ingest", _ body: (SharedContainer) async throws -> Result
  ) async throws -> Result {
    let path = try path(arguments, context.environment)
    guard let text = String(validating: path.bytes, as: UTF8.self) else {
      throw UsageError(
        "The path of the container, '\(path.display)', is not UTF-8.",
        hint: "Name another folder with '--container DIR', or reach this one by a link.",
        command: arguments.command)
    }
    if creates { path.makeParents() }
    let container = try await open(text, creates: creates, maker: maker)
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

  private static func open(
    _ path: String, creates: Bool, maker: String
  ) async throws -> SharedContainer {
    do {
      return try await SharedContainer.open(at: path, create: creates)
    } catch let error as IntakeError
      where error.code == .containerUnavailable && !creates && isMissing(path)
    {
      let command = ShellWord.command("\(maker) --container", path)
      throw IntakeError(
        error.code, at: error.stage, "there is no container at \(path); \(command) makes one",
        cause: error.cause)
    }
  }

  /// Whether there is none. One of which something is gone nobody makes again, and of one that may not be looked
  /// into nobody knows.
  private static func isMissing(_ path: String) -> Bool {
    access("\(path)/container", F_OK) != 0 && errno == ENOENT
  }

  /// A person should know that something was left and is gone, or cannot be.
  static func report(_ recovery: RecoveryReport, _ context: CommandContext) {
    if let text = text(of: recovery) { context.messages.report(text, style: .doubtful) }
    for failure in recovery.failures.prefix(failuresShown) {
      context.messages.report(
        "The copy \(failure.id) stands in the way, and was passed over: \(failure.message) "
          + "(\(failure.code))", style: .doubtful)
    }
    let rest = recovery.failures.count - failuresShown
    if rest > 0 { context.messages.report("And \(rest) more.", style: .doubtful) }
  }

  /// The most copies that are named one by one.
  private static let failuresShown = 10

  /// What was found that an earlier process had left, and what became of it; `nil` for nothing.
  private static func text(of recovery: RecoveryReport) -> String? {
    var done = recovery
    done.failures = []
    if done.isClean { return nil }
    let removed = recovery.unfinished + recovery.staged + recovery.orphans
    let copies = "\(removed) unfinished \(removed == 1 ? "copy was" : "copies were") removed"
    let leases =
      "\(recovery.leases) \(recovery.leases == 1 ? "lease was" : "leases were") given back"
    let documents =
      recovery.completed == 0
      ? ""
      : ", \(recovery.completed) \(recovery.completed == 1 ? "import was" : "imports were") completed"
    return "An earlier process ended in the middle of its work: \(copies)\(documents), \(leases)."
  }
}
