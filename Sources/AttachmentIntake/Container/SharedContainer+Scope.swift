extension SharedContainer {
  /// Opens the container in the folder at `path` for the time of `body`, and closes it on every way out.
  ///
  /// What `body` took and did not finish is given back. On Apple systems use it so that nothing is locked
  /// when the process is suspended: the system kills a process that is suspended while it holds a lock in a
  /// shared folder.
  ///
  /// - Throws: As ``open(at:create:)`` does, and what `body` throws.
  public static func withContainer<Result>(
    at path: String, create: Bool = true, _ body: (SharedContainer) async throws -> Result
  ) async throws -> Result {
    let container = try await open(at: path, create: create)
    let result: Result
    do {
      result = try await body(container)
    } catch {
      await container.close()
      throw error
    }
    await container.close()
    return result
  }
}
