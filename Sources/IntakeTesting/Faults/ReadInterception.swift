#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Changes a file at an exact point of its being read, so that a test of such a change is no race.
///
/// The kernel stops the reader at the read that was asked for, the file is changed, and the reader goes on
/// (fanotify(7)). Needs Linux and `CAP_SYS_ADMIN`.
public final class ReadInterception: Sendable {
  /// What is done to a file.
  public enum Change: Hashable, Sendable {
    /// Cuts the file to this many bytes, or lengthens it by zeros.
    case truncate(to: Int)
    /// Adds these bytes at the end.
    case append([UInt8])
    /// Writes these bytes from this offset on, counted in bytes from zero.
    case overwrite([UInt8], at: Int)
    /// Unlinks the file.
    case remove
  }

  /// Reads that have happened so far.
  public let reads = Tally()
  private let watcher: ReadWatcher

  /// Changes the file at `path` just before it is read for the `number`th time, counted from one.
  ///
  /// - Throws: ``SystemCallFailure``.
  public init(of path: String, atRead number: Int, _ change: Change) throws {
    watcher = try ReadWatcher(of: path)
    watcher.start { [reads] in
      reads.add()
      if reads.count == number { change.apply(to: path) }
    }
  }

  deinit { watcher.end() }

  /// Lets later reads pass.
  public func end() { watcher.end() }

  /// Whether the system can do this for this process. Tried once.
  public static let isAvailable: Bool = {
    do {
      return try withTemporaryFolder { folder in
        let file = try folder.write([1, 2, 3], to: "file")
        let interception = try ReadInterception(of: file, atRead: 1, .truncate(to: 1))
        defer { interception.end() }
        return try folder.read("file") == [1]
      }
    } catch {
      return false
    }
  }()
}

extension ReadInterception.Change {
  /// Failures show in the test, as a file that did not change.
  fileprivate func apply(to path: String) {
    switch self {
    case .truncate(let size): setSize(of: path, size)
    case .append(let bytes): write(bytes, at: nil, of: path)
    case .overwrite(let bytes, let offset): write(bytes, at: offset, of: path)
    case .remove: unlink(path)
    }
  }

  private func setSize(of path: String, _ size: Int) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    ftruncate(file, off_t(size))
  }

  private func write(_ bytes: [UInt8], at offset: Int?, of path: String) {
    let file = open(path, O_WRONLY | O_CLOEXEC | (offset == nil ? O_APPEND : 0))
    guard file >= 0 else { return }
    defer { close(file) }
    if let offset { lseek(file, off_t(offset), SEEK_SET) }
    try? FileAccess.writeAll(bytes, to: file, path)
  }
}
