public import UniformTypes

/// A document that stays where it is: the library keeps a bookmark, and owns no copy.
///
/// Opening it needs the original, which may have moved, changed or gone. Not to be taken for an
/// ``ImportedDocument``.
public struct LinkedDocument: Sendable, Hashable {
  /// Names the link in the library, whatever became of the original.
  public let id: LinkID
  /// What finds the original again.
  public var bookmark: DocumentBookmark
  /// The name of the original when it was linked: display data, at most 1,024 bytes of UTF-8.
  public let displayName: String?
  /// The declared type of the original when it was linked.
  public let type: TypeIdentifier
  /// What was last found out about where it leads; ``State/valid`` for a new link.
  public var state: State
  /// Why it is ``State/broken``; or else why it could not be followed the last time, as where its original is
  /// not downloaded. Then its state is what was found before.
  public var failure: IntakeError.Code?
  /// Whether it could not be followed the last time, and may be another time.
  public var isUnreached: Bool { failure != nil && state != .broken }
  /// When it was linked, in milliseconds since 1970.
  public let linkedAt: Int64
  /// When its bookmark last led to the original, in milliseconds since 1970.
  public var resolvedAt: Int64?

  /// Makes a link.
  ///
  /// - Parameters:
  ///   - id: Names the link.
  ///   - bookmark: What finds the original again.
  ///   - displayName: The name of the original, for display; `nil` where it has none.
  ///   - type: The declared type of the original.
  ///   - state: What was found when it was last followed.
  ///   - failure: Why it is broken, or could not be followed the last time; `nil` where it could.
  ///   - linkedAt: When it was linked, in milliseconds since 1970.
  ///   - resolvedAt: When it last led to the original, in milliseconds since 1970; `nil` for never.
  public init(
    id: LinkID, bookmark: DocumentBookmark, displayName: String?, type: TypeIdentifier,
    state: State = .valid, failure: IntakeError.Code? = nil, linkedAt: Int64,
    resolvedAt: Int64? = nil
  ) {
    self.id = id
    self.bookmark = bookmark
    self.displayName = displayName
    self.type = type
    self.state = state
    self.failure = failure
    self.linkedAt = linkedAt
    self.resolvedAt = resolvedAt
  }

  /// What was found when the link was last followed.
  public enum State: String, Sendable, CaseIterable, Hashable {
    /// It led to the original.
    case valid
    /// It led to the original in a roundabout way, and could not be renewed: it may stop working.
    case stale
    /// It led nowhere, or the original may not be read.
    case broken
  }
}

/// Bytes that find a document again, as the system that made them understands them.
public struct DocumentBookmark: Sendable, Hashable {
  /// From 1 byte to ``maximumSize``, which only the system that made them can read.
  public let bytes: [UInt8]

  /// The most bytes of a bookmark. Those of Apple's systems have about one kilobyte.
  public static let maximumSize = ByteCount.kibibytes(64)

  /// - Throws: ``IntakeError`` with code `invalidArgument` for no bytes, or more than ``maximumSize``.
  public init(_ bytes: [UInt8]) throws(IntakeError) {
    guard !bytes.isEmpty, .bytes(bytes.count) <= Self.maximumSize else {
      throw IntakeError(
        .invalidArgument, at: .handoff,
        "a bookmark has from 1 byte to \(Self.maximumSize), not \(bytes.count) bytes")
    }
    self.bytes = bytes
  }
}
