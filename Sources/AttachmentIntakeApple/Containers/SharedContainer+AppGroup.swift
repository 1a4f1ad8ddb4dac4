#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake

extension SharedContainer {
  /// Opens the container of an App Group for the time of `body`, during which the process is not suspended, and
  /// closes it on every way out.
  ///
  /// When the system's time for this process ends, `body` is cancelled, and the container closed before the process
  /// is suspended. Call it for each piece of work, and keep nothing of the container afterwards.
  ///
  /// - Parameter name: See ``AppGroup/containerPath(named:)``.
  /// - Throws: As ``withContainer(at:create:_:)`` and ``ProcessActivity/run(under:_:)`` do.
  public static func withContainer<Result: Sendable>(
    of group: AppGroup, named name: String = "Attachments", create: Bool = true,
    _ body: @escaping @Sendable (SharedContainer) async throws -> Result
  ) async throws -> Result {
    let path = try group.containerPath(named: name)
    return try await ProcessActivity.run(reason: "attachments") {
      try await withContainer(at: path, create: create, body)
    }
  }
}
#endif
