/// When copies in the inbox are removed.
///
/// Limits on age, bytes and count concern copies that were read. One that was never taken goes only by its
/// own age, ``untakenAge``, so that a sweep never deletes what is still waited for.
public struct RetentionRule: Sendable, Hashable {
  /// Remove a copy once it was read. The default where no limit on copies that were read is given.
  public var afterReading: Bool
  /// The age at which a copy that was read goes; counted from the reading.
  public var age: Duration?
  /// The most bytes that copies that were read may hold; the ones read longest ago go first.
  public var bytes: ByteCount?
  /// The most copies that were read to keep; the ones read longest ago go first.
  public var count: Int?
  /// The age at which a copy that nobody took goes. 30 days by default.
  public var untakenAge: Duration?

  /// - Parameter afterReading: `nil` for true, unless a limit says how long to keep what was read.
  public init(
    afterReading: Bool? = nil, age: Duration? = nil, bytes: ByteCount? = nil, count: Int? = nil,
    untakenAge: Duration? = .seconds(30 * 24 * 3600)
  ) {
    let hasLimit = age != nil || bytes != nil || count != nil
    self.afterReading = afterReading ?? !hasLimit
    self.age = age
    self.bytes = bytes
    self.count = count
    self.untakenAge = untakenAge
  }
}

/// Why a copy was removed.
public enum RemovalReason: String, Sendable, CaseIterable, Hashable {
  /// Its reader finished.
  case read
  /// Its receiver did not want it.
  case discarded
  /// It was read, and older than the rule allows.
  case age
  /// Copies that were read held more bytes than the rule allows.
  case bytes
  /// There were more copies that were read than the rule allows.
  case count
  /// Nobody took it in time.
  case untaken
  /// Its owner died before it was complete.
  case abandoned
  /// Its file was lost or damaged.
  case damaged
}

/// The record of a removal: no name, no content.
public struct Removal: Sendable, Hashable {
  /// The copy that was removed.
  public let id: AttachmentID
  /// The bytes that it held.
  public let size: ByteCount
  /// Why it went.
  public let reason: RemovalReason
  /// Milliseconds since 1970.
  public let removedAt: Int64

  /// Makes the record of a removal, at `removedAt` milliseconds since 1970.
  public init(id: AttachmentID, size: ByteCount, reason: RemovalReason, removedAt: Int64) {
    self.id = id
    self.size = size
    self.reason = reason
    self.removedAt = removedAt
  }
}
