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
  func stage(_ id: AttachmentID, expectedSize: ByteCount?) throws -> any StagingWriter

  /// Opens the content of a staged copy, for who has to look at all of it before it is published.
  ///
  /// The reader stays valid when the copy is published or dropped.
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
  func missing(among names: [StoredName]) async throws -> Set<StoredName>

  /// Where a published copy lies within the container: a relative path, or a key.
  func location(of name: StoredName) -> String

  /// Removes published copies; names that are not there are passed over.
  ///
  /// - Parameter durable: Whether the removal is on the disk when this returns.
  func remove(_ names: [StoredName], durable: Bool) async throws

  /// The names of published copies, in pages of at most `limit`, in no order. Files that are not ours are
  /// passed over.
  func forEachPage(
    limit: Int, _ body: ([StoredName]) async throws -> Void
  ) async throws

  /// Free space for new copies; `nil` where there is no such limit.
  func freeSpace() throws -> FreeSpace?

  /// Which of `owners` are dead: nobody holds the lock on their owner file.
  func deadOwners(among owners: Set<OwnerID>) async throws -> Set<OwnerID>

  /// Removes staged files with hidden names, and owner files, that dead owners left.
  ///
  /// - Returns: How many staged files were removed.
  func sweepStaging() async throws -> Int

  /// Gives up the owner file and everything staged. Later calls throw `closed`.
  func close()
}

extension ContainerStore {
  public func location(of name: StoredName) -> String { name.description }
}

/// Free space on the disk under a container.
public struct FreeSpace: Sendable, Hashable {
  public var bytes: ByteCount
  /// Free file entries (inodes); `nil` where the file system has no such limit.
  public var entries: Int64?

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
  func write(_ bytes: UnsafeRawBufferPointer) throws

  /// Ends the copy. Afterwards the writer does nothing any more.
  func finish(as name: StoredName) throws -> StagingReceipt

  /// Drops the copy and everything it held, unless it is finished.
  func abandon()
}

extension StagingWriter {
  public var setAside: ByteCount { .zero }
}

/// What stands for a staged copy once its bytes are complete.
public struct StagingReceipt: Sendable, Hashable {
  public let name: StoredName
  public let size: ByteCount
  public let digest: ContentDigest

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
  func next(atMost count: Int) async throws -> [UInt8]?

  /// Ends reading. Also happens when the reader goes away.
  func close()
}
