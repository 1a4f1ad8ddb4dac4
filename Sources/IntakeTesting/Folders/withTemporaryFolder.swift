/// Calls `body` with a new folder, and removes it with its content afterwards.
///
/// - Parameters:
///   - base: Where to make it, such as a mounted file system; `TMPDIR` by default.
///   - body: What uses it.
/// - Throws: ``SystemCallFailure``, or what `body` throws.
public func withTemporaryFolder<Result>(
  base: String? = nil, _ body: (TemporaryFolder) throws -> Result
) throws -> Result {
  let folder = try TemporaryFolder(base: base)
  defer { folder.remove() }
  return try body(folder)
}

/// Calls `body` with a new folder, and removes it with its content afterwards.
///
/// - Parameters:
///   - base: Where to make it, such as a mounted file system; `TMPDIR` by default.
///   - body: What uses it.
/// - Throws: ``SystemCallFailure``, or what `body` throws.
public func withTemporaryFolder<Result>(
  base: String? = nil, _ body: (TemporaryFolder) async throws -> Result
) async throws -> Result {
  let folder = try TemporaryFolder(base: base)
  defer { folder.remove() }
  return try await body(folder)
}
