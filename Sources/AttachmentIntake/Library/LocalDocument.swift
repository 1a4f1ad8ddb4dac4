internal import ContainerStorage

/// A file on this machine as a picked document: access is never granted and never needed, and nobody
/// coordinates.
public struct LocalDocument: DocumentAccess {
  /// Where the file is.
  public let path: LocalPath

  /// Makes a document of the file at `path`, which is not looked at before it is read.
  public init(at path: LocalPath) { self.path = path }

  /// Nothing is granted, as for every file that the process may read anyway.
  public func startAccess() -> Bool { false }

  public func stopAccess() {}

  /// `false` where only the stub of the file is there, as cloud services leave it: `.name.icloud` in its place.
  ///
  /// - Throws: Nothing: what cannot be looked at is `nil`.
  public func isDownloaded() throws -> Bool? {
    if LocalFile.exists(path) { return nil }
    return LocalFile.exists(stub) ? false : nil
  }

  /// - Throws: Besides what `body` throws, ``IntakeError`` where there is no regular file that may be read: a
  ///   folder, a pipe or a symbolic link is none.
  public func coordinateReading(_ body: (LocalPath) throws -> Void) throws {
    try checkFile()
    try body(path)
  }

  private func checkFile() throws { _ = try SourceFile(at: path) }

  public func cancelReading() {}

  /// - Throws: ``IntakeError`` with `invalidArgument` for a relative path, `sourceMissing` or `sourceDenied`.
  public func makeBookmark() throws -> DocumentBookmark {
    guard path.bytes.first == UInt8(ascii: "/") else {
      throw IntakeError(
        .invalidArgument, at: .loading,
        "'\(path)' is a relative path, which would mean another file in another working folder; give "
          + "the absolute one")
    }
    let identity = try LocalFile.identity(of: path)
    return try DocumentBookmark(LocalBookmark(identity: identity, path: path).bytes)
  }

  private var stub: LocalPath {
    let slash = UInt8(ascii: "/")
    let start = path.bytes.lastIndex(of: slash).map { $0 + 1 } ?? 0
    return LocalPath(
      bytes: path.bytes[..<start] + Array(".".utf8) + path.bytes[start...] + Array(".icloud".utf8))
  }
}
