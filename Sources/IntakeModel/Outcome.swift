public import UniformTypes

/// What became of one attachment.
public struct Outcome: Sendable {
  /// The attachment's place in the caller's order, from zero.
  public let position: Int
  /// The name that the source suggested: display data.
  public let name: String?
  /// The declared types, in the source's order.
  public let declared: [TypeIdentifier]
  /// The candidates that were tried and failed before the result, in order.
  public let trail: [FailedCandidate]
  /// Whether it was stored, or why not.
  public let result: Result<StoredAttachment, IntakeError>

  /// Makes an outcome.
  ///
  /// - Parameters:
  ///   - position: The attachment's place in the caller's order, from zero.
  ///   - name: The name that the source suggested; `nil` where it suggested none.
  ///   - declared: The declared types, in the source's order.
  ///   - trail: The candidates that failed before the result, in order.
  ///   - result: What was stored, or why nothing was.
  public init(
    position: Int, name: String?, declared: [TypeIdentifier] = [], trail: [FailedCandidate] = [],
    result: Result<StoredAttachment, IntakeError>
  ) {
    self.position = position
    self.name = name
    self.declared = declared
    self.trail = trail
    self.result = result
  }

  /// The stored attachment, if it was stored.
  public var stored: StoredAttachment? { try? result.get() }

  /// Why it was refused, if it was.
  public var refusal: IntakeError? {
    guard case .failure(let error) = result else { return nil }
    return error
  }

  /// The stage it ended in.
  public var stage: Stage { refusal?.stage ?? .handoff }
}

/// A candidate that was tried and did not become the stored copy.
public struct FailedCandidate: Sendable {
  /// The declared type of the representation.
  public let type: TypeIdentifier
  /// Why it did not become the copy.
  public let error: IntakeError

  /// Makes an entry of a trail: the declared `type`, and why it did not become the copy.
  public init(type: TypeIdentifier, error: IntakeError) {
    self.type = type
    self.error = error
  }
}

/// A copy that is in the container, with its row.
public struct StoredAttachment: Sendable, Hashable {
  /// What is handed over.
  public let id: AttachmentID
  /// The declared type of the representation that was chosen.
  public let declaredType: TypeIdentifier
  /// The type of the content as its first bytes tell; the declared one where they tell nothing.
  public let contentType: TypeIdentifier
  /// The number of stored bytes.
  public let size: ByteCount
  /// The SHA-256 digest of the stored bytes.
  public let digest: ContentDigest
  /// What was found when the content was opened; `nil` where validation was not asked for.
  public let verdict: ContentVerdict?

  /// Makes the description of a copy.
  ///
  /// - Parameters:
  ///   - id: What is handed over.
  ///   - declaredType: The declared type of the representation that was chosen.
  ///   - contentType: The type of the content as its first bytes tell, or else the declared one.
  ///   - size: The number of stored bytes.
  ///   - digest: The SHA-256 digest of these bytes.
  ///   - verdict: What was found when the content was opened; `nil` where validation was not asked for.
  public init(
    id: AttachmentID, declaredType: TypeIdentifier, contentType: TypeIdentifier, size: ByteCount,
    digest: ContentDigest, verdict: ContentVerdict? = nil
  ) {
    self.id = id
    self.declaredType = declaredType
    self.contentType = contentType
    self.size = size
    self.digest = digest
    self.verdict = verdict
  }

  /// Whether the content is of another type than was declared, as a JPEG named `.HEIC` is.
  ///
  /// Not where the declared type is only less exact, such as `public.image`, or names nothing that is known.
  public var isRelabelled: Bool {
    let declared = TypeRegistry.standard.resolve(declaredType)
    return !declared.isDynamic && !TypeRegistry.standard.conforms(contentType, to: declared)
  }
}
