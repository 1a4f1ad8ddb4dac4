/// Something that a source offers: one attachment in one or more representations.
public struct Attachment: Sendable {
  /// What loads the content.
  public let source: any AttachmentSource
  /// The name that the source suggests. Display data: it never touches a path (P2).
  public let name: String?

  /// Makes an attachment of what `source` offers.
  ///
  /// - Parameters:
  ///   - source: What loads the content.
  ///   - name: The name that the source suggests, for display; `nil` where it suggests none.
  public init(_ source: any AttachmentSource, name: String? = nil) {
    self.source = source
    self.name = name
  }
}

/// What an attachment's content comes from.
public protocol AttachmentSource: Sendable {
  /// What is offered, in the source's own order, which is its order of fidelity.
  ///
  /// Called once for each attachment, when a load can start.
  ///
  /// - Throws: ``IntakeError`` where the source cannot be used at all, such as a missing file.
  func representations() async throws -> [Representation]

  /// Loads one representation into `receiver`, and returns once it is delivered or has failed.
  ///
  /// Nothing of the delivery is used after `receiver` has returned from taking it. Called again with the
  /// next candidate where a load fails. Must end soon after the task is cancelled.
  ///
  /// - Throws: Why nothing was delivered: ``IntakeError``, `CancellationError`, or an error of the source,
  ///   which is reported as ``IntakeError/Code/loadFailed``. Errors that `receiver` throws are passed on.
  func load(_ representation: Representation, into receiver: any LoadReceiver) async throws
}

/// Takes what a source delivers: exactly one delivery for each load.
///
/// Each call copies the whole delivery before it returns (P1). The synchronous ones may be made on any
/// thread, and are meant for callbacks: they wait for nothing but the disk. A second delivery, or one that
/// comes after the load has ended, is not read, and throws `CancellationError`.
public protocol LoadReceiver: AnyObject, Sendable {
  /// Copies the file at `path`, without following a link. A directory is refused or archived as configured.
  ///
  /// - Throws: ``IntakeError`` where the file cannot be read, is of a kind that is refused, crosses a limit, or
  ///   cannot be copied; `CancellationError` for a second delivery, or one after the load has ended.
  func receiveFile(at path: LocalPath) throws

  /// Copies bytes that the source holds in memory.
  ///
  /// They are charged to the memory budget as debt until this returns.
  ///
  /// - Throws: ``IntakeError`` where the bytes cross a limit or cannot be written; `CancellationError` for a second
  ///   delivery, or one after the load has ended.
  func receiveBytes(_ bytes: UnsafeRawBufferPointer) throws

  /// Copies chunks as they arrive, pulling the next one only when the last is written.
  ///
  /// - Throws: What `chunks` throws; ``IntakeError`` where the bytes cross a limit or cannot be written;
  ///   `CancellationError` for a second delivery, one after the load has ended, or in a task that is cancelled.
  func receiveChunks<Chunks: AsyncSequence>(_ chunks: Chunks) async throws
  where Chunks.Element: Sequence<UInt8>
}

extension LoadReceiver {
  /// Copies the file at `path`; see ``receiveFile(at:)-(LocalPath)``.
  ///
  /// - Throws: As the one that takes a ``LocalPath`` does.
  public func receiveFile(at path: String) throws { try receiveFile(at: LocalPath(path)) }
}
