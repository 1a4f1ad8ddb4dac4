/// A rule in the dictionary form.
///
/// The keys are documented by name and meaning, and little more. Where the documentation is silent,
/// this package decides as follows, after what public reports say of the systems:
///
/// - A kind whose key is missing, or whose maximum is 0, is not supported.
/// - ``Version/allAttachments`` is taken where no version is given. It wants every attachment to be
///   of a supported kind; ``Version/anyAttachment`` wants one.
/// - More attachments of a kind than its maximum hide the extension, in both versions.
/// - The numbers for attachments of any kind bound how many there are. They make no kind supported,
///   unless no key names a kind: then every attachment is.
/// - An attachment counts once, as the most special kind that the rule supports and that it has a
///   type of: a photo is an image where images are supported, and otherwise a file.
/// - Fuzzy matching, which holds where strict matching is not asked for, looks at all types that an
///   attachment declares; strict matching at the first alone, which is what its source calls it.
/// - An empty share, with no attachment at all, shows the extension never.
public struct ActivationDictionary: Sendable, Hashable {
  /// Whether every attachment has to be of a supported kind, or one.
  public var version: Version
  /// The most attachments of each kind. Kinds that are missing, or have 0, are not supported.
  public var maximums: [AttachmentKind: Int]
  /// The fewest attachments of any kind.
  public var minimumCount: Int?
  /// The most attachments of any kind; `nil` for no limit.
  public var maximumCount: Int?
  /// Whether an attachment is of the kind of its first type alone, and not of any of its types.
  public var usesStrictMatching: Bool

  /// - Parameters:
  ///   - version: Whether every attachment has to be of a supported kind, or one.
  ///   - maximums: The most attachments of each kind. For text, which has no maximum, anything above 0 means
  ///     that it is supported.
  ///   - minimumCount: The fewest attachments; `nil` where the dictionary does not say.
  ///   - maximumCount: The most attachments; `nil` where the dictionary does not say.
  ///   - usesStrictMatching: Whether an attachment is of the kind of its first type alone.
  public init(
    version: Version = .allAttachments, maximums: [AttachmentKind: Int] = [:],
    minimumCount: Int? = nil, maximumCount: Int? = nil, usesStrictMatching: Bool = false
  ) {
    self.version = version
    self.maximums = maximums
    if let text = maximums[.text] { self.maximums[.text] = text > 0 ? Int.max : 0 }
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.usesStrictMatching = usesStrictMatching
  }

  /// `NSExtensionActivationDictionaryVersion`.
  public enum Version: Int, Sendable, Hashable, CaseIterable {
    /// Every attachment has to be of a supported kind.
    case allAttachments = 1
    /// At least one attachment has to be.
    case anyAttachment = 2
  }

  /// The kinds that are supported, the most special first.
  public var supportedKinds: [AttachmentKind] {
    AttachmentKind.allCases.filter { maximums[$0, default: 0] > 0 }
  }

  /// Whether attachments of any kind are supported, since the rule only bounds their number.
  public var supportsEveryKind: Bool {
    supportedKinds.isEmpty && maximums.isEmpty && (minimumCount != nil || maximumCount != nil)
  }
}
