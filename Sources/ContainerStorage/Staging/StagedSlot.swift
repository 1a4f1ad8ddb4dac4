import Synchronization

/// Holds one staged file until it is published or dropped.
///
/// Dropping is the end of the last reference, so that a file that is just being synchronised is closed only
/// when that is done.
final class StagedSlot: Sendable {
  private let file: Mutex<StagedFile?>

  init(_ file: consuming StagedFile) { self.file = Mutex(file) }

  /// Has the system begin to write the content to the disk, which ``synchronizeContent()`` then waits for.
  func startWriting() { file.withLock { $0?.startWriting() } }

  /// Waits until the content is on the disk.
  func synchronizeContent() throws(Errno) {
    try file.withLock { file throws(Errno) in try file?.synchronizeContent() }
  }

  /// Calls `body` with the file while it is here.
  func withFile<Result: Sendable>(
    _ body: (borrowing StagedFile) throws(Errno) -> Result
  ) throws(Errno) -> Result? {
    try file.withLock { file throws(Errno) in
      switch file {
      case .some(let file): try body(file)
      case .none: nil
      }
    }
  }

  /// Takes the file out.
  func take() -> StagedFile? { file.withLock { $0.take() } }
}
