/// The seam to the container: where the bytes of copies are.
///
/// A local folder is the embedded default. Staging is local and synchronous, since it has to be done inside
/// a callback; publishing is where a remote store would upload. No descriptor crosses this seam.
///
/// - Throws: ``IntakeError`` at stage `copying`, `commit`, `handoff` or `retention`, with a code such as
///   `diskFull`, `tooManyOpenFiles`, `containerUnavailable`, `containerReadOnly` or `writeFailed`.
public protocol ContainerStore: Sendable {
  /// Names this open store. It counts as alive until ``close()`` or the end of the process.
  var owner: OwnerID { get }

  /// Names this run of the system; another after each restart.
  var systemRun: String { get }

  /// Starts an unnamed copy.
  ///
  /// - Parameter expectedSize: For reserving space ahead; not a limit.
  /// - Throws: ``IntakeError`` where no file can be made, such as `diskFull`, `tooManyOpenFiles`,
  ///   `containerUnavailable`, `containerReadOnly` or `closed`.
  func stage(_ id: AttachmentID, expectedSize: ByteCount?) throws -> any StagingWriter

  /// Opens the content of a staged copy, for who has to look at all of it before it is published.
  ///
  /// The reader stays valid when the copy is published or dropped.
  ///
  /// - Throws: ``IntakeError`` with code `invalidArgument` where `receipt` is used up; `closed`, or another where it
  ///   cannot be opened.
  func openStaged(_ receipt: StagingReceipt) async throws -> any ContentReader

  /// Makes the content of staged copies durable.
  ///
  /// - Returns: The failures; what is not in it is durable.
  func synchronizeContent(
    of receipts: [StagingReceipt]
  ) async -> [StagingReceipt: IntakeError]

  /// Gives staged copies their names, and never replaces a file.
  ///
  /// - Parameter durable: Whether the names are on the disk when this returns.
  /// - Returns: The failures; what is not in it has its name. A receipt is used up either way.
  func publish(
    _ receipts: [StagingReceipt], durable: Bool
  ) async -> [StagingReceipt: IntakeError]

  /// Drops staged copies. Receipts that are used up are passed over.
  func discard(_ receipts: [StagingReceipt])

  /// Opens a published copy, beneath the container and through no link.
  ///
  /// - Throws: `notFound` if there is no such copy.
  func open(_ name: StoredName) async throws -> any ContentReader

  /// Which of `names` have nothing at their place.
  ///
  /// What is there and is no copy of ours, or cannot be looked at, is not missing: opening it tells more.
  ///
  /// - Throws: ``IntakeError`` where the container is gone or cannot be looked through, or was closed.
  func missing(among names: [StoredName]) async throws -> Set<StoredName>

  /// Where a published copy lies within the container: a relative path, or a key.
  func location(of name: StoredName) -> String

  /// Removes published copies; names that are not there are passed over.
  ///
  /// - Parameter durable: Whether the removal is on the disk when this returns.
  /// - Throws: ``IntakeError`` for the first copy that could not be removed, once all others were tried; `closed`.
  func remove(_ names: [StoredName], durable: Bool) async throws

  /// The names of published copies, in pages of at most `limit`, in no order. Files that are not ours are
  /// passed over.
  ///
  /// - Throws: ``IntakeError`` where the container cannot be listed, or was closed; what `body` throws, which ends
  ///   the listing.
  func forEachPage(
    limit: Int, _ body: ([StoredName]) async throws -> Void
  ) async throws

  /// Free space for new copies; `nil` where there is no such limit.
  ///
  /// - Throws: ``IntakeError`` where the system does not say, or the store was closed.
  func freeSpace() throws -> FreeSpace?

  /// Which of `owners` are dead: nobody holds the lock on their owner file.
  ///
  /// - Throws: ``IntakeError`` where the owner files cannot be reached, or the store was closed.
  func deadOwners(among owners: Set<OwnerID>) async throws -> Set<OwnerID>

  /// Removes staged files with hidden names, and owner files, that dead owners left.
  ///
  /// - Returns: How many staged files were removed.
  /// - Throws: ``IntakeError`` where a file cannot be looked at or removed, or the store was closed.
  func sweepStaging() async throws -> Int

  /// Gives up the owner file and everything staged. Later calls throw `closed`.
  func close()
}

extension ContainerStore {
  public func location(of name: StoredName) -> String { name.description }
}

/// Free space on the disk under a container.
public struct FreeSpace: Sendable, Hashable {
  /// The bytes that new copies may take.
  public var bytes: ByteCount
  /// Free file entries (inodes); `nil` where the file system has no such limit.
  public var entries: Int64?

  /// Makes a statement of free space; `entries` of `nil` where the file system has no limit on them.
  public init(bytes: ByteCount, entries: Int64? = nil) {
    self.bytes = bytes
    self.entries = entries
  }
}

/// Takes the bytes of one copy, in order, and computes their digest in the same pass.
///
/// Used by one thread at a time. ``abandon()`` may be called at any time, also after the end.
public protocol StagingWriter: AnyObject, Sendable {
  /// What the disk has set aside for this copy, so that its free space does not show it any more. Nothing
  /// by default.
  var setAside: ByteCount { get }

  /// Appends `bytes`.
  ///
  /// - Throws: ``IntakeError``, such as `diskFull` or `writeFailed`, or `closed` where the copy or its store was
  ///   ended; `CancellationError` once it is abandoned.
  func write(_ bytes: UnsafeRawBufferPointer) throws

  /// Ends the copy. Afterwards the writer does nothing any more.
  ///
  /// - Throws: ``IntakeError`` with code `invalidArgument` where `name` is of another identifier, or another copy is
  ///   staged under it; `closed`, or another where the copy cannot be completed; `CancellationError` once it is
  ///   abandoned.
  func finish(as name: StoredName) throws -> StagingReceipt

  /// Drops the copy and everything it held, unless it is finished.
  func abandon()
}

extension StagingWriter {
  public var setAside: ByteCount { .zero }
}

/// What stands for a staged copy once its bytes are complete.
public struct StagingReceipt: Sendable, Hashable {
  /// The name that the copy gets when it is published.
  public let name: StoredName
  /// The number of bytes that were written.
  public let size: ByteCount
  /// The SHA-256 digest of these bytes.
  public let digest: ContentDigest

  /// Makes a receipt for a copy that a store has staged. Two are equal where the identifiers in their names are.
  public init(name: StoredName, size: ByteCount, digest: ContentDigest) {
    self.name = name
    self.size = size
    self.digest = digest
  }

  public static func == (left: Self, right: Self) -> Bool { left.name.id == right.name.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(name.id) }
}

/// Reads one published copy, from the start, in chunks.
public protocol ContentReader: AnyObject, Sendable {
  /// The size at opening.
  var size: ByteCount { get }

  /// The next bytes, at most `count`; `nil` at the end.
  ///
  /// - Throws: ``IntakeError`` with code `readFailed` or another where the copy cannot be read; `closed` after
  ///   ``close()``.
  func next(atMost count: Int) async throws -> [UInt8]?

  /// Ends reading. Also happens when the reader goes away.
  func close()
}
