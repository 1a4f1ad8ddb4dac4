/// One respect in which a replay did not go as was recorded, or as is promised.
public struct ReplayDifference: Sendable, Hashable {
  /// What differs.
  public let subject: Subject
  /// What it is held against.
  public let standard: Standard
  /// The place of the attachment among those of the share, from zero; `nil` for the share as a whole.
  public let attachment: Int?
  /// What was recorded, or is promised, in words.
  public let expected: String
  /// What the replay showed, in words.
  public let observed: String

  /// Makes a difference.
  ///
  /// - Parameters:
  ///   - subject: What differs.
  ///   - standard: What it is held against.
  ///   - attachment: The place of the attachment in the share, from zero; `nil` for the share as a whole.
  ///   - expected: What was recorded, or is promised, in words.
  ///   - observed: What the replay showed, in words.
  public init(
    _ subject: Subject, from standard: Standard, attachment: Int?, expected: String,
    observed: String
  ) {
    self.subject = subject
    self.standard = standard
    self.attachment = attachment
    self.expected = expected
    self.observed = observed
  }

  /// What a replay is held against.
  public enum Standard: String, Sendable, CaseIterable, Hashable {
    /// The record that is replayed.
    case record
    /// The row of the contract.
    case row
  }

  /// What differs.
  public enum Subject: String, Sendable, CaseIterable, Hashable {
    /// How many attachments there are.
    case attachments
    /// What the source declares.
    case declaration
    /// Stored or refused.
    case result
    /// Why it was refused.
    case reason
    /// Where it was refused.
    case stage
    /// The representation that was chosen.
    case representation
    /// How it was delivered.
    case delivery
    /// The type of the content as its first bytes tell.
    case contentType = "content-type"
    /// How many bytes were stored.
    case size
    /// What was tried and failed before.
    case trail
    /// Whether the copy could be read.
    case readBack = "read-back"
  }
}

extension ReplayDifference: CustomStringConvertible {
  /// Such as `attachment 2: representation was public.jpeg, and is public.heic`.
  public var description: String {
    let place = attachment.map { "attachment \($0 + 1): " } ?? ""
    let past = standard == .record ? "was" : "is to be"
    return "\(place)\(subject.words) \(past) \(expected), and is \(observed)"
  }
}

extension ReplayDifference.Subject {
  var words: String {
    switch self {
    case .contentType: "content"
    case .readBack: "the copy"
    default: rawValue
    }
  }
}
