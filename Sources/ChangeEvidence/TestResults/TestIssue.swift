/// Something that a test recorded: what kind of thing and where, and none of its text.
public struct TestIssue: Sendable, Hashable {
  /// What happened. It is for the reader: no verdict depends on it.
  public var kind: Kind
  /// Whether it makes the test fail.
  public var severity: Severity
  /// Where it was recorded; `nil` where that is not known, or lies outside the package.
  public var place: SourcePlace?

  /// Makes an issue. Its place is `nil` where that is not known.
  public init(_ kind: Kind, _ severity: Severity, at place: SourcePlace? = nil) {
    self.kind = kind
    self.severity = severity
    self.place = place
  }

  /// What kind of thing. It is for the reader: verdicts do not depend on it.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// An expectation that did not hold.
    case expectation
    /// An error that nothing caught.
    case error
    /// A confirmation that came too often or not often enough.
    case confirmation
    /// The test took longer than its time limit.
    case timeLimit = "time-limit"
    /// An issue that was expected, and did not come.
    case knownIssueMissing = "known-issue-missing"
    /// What the test recorded itself.
    case recorded
    /// The testing library was used wrongly.
    case misuse
    /// Something of the system failed.
    case system
    /// The test was run again after it had failed.
    case retried
    /// Anything else, and what the report does not tell apart.
    case other
  }

  /// What it means for the test.
  public enum Severity: String, Sendable, CaseIterable, Hashable {
    /// The test has failed.
    case failure
    /// It is noted, and does not make the test fail.
    case warning
    /// It was expected, and the test goes on.
    case known
  }
}

extension TestIssue: Comparable {
  /// By place, those without one last; then by severity and kind.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left.place, right.place) {
    case (let left?, let right?) where left != right: left < right
    case (nil, _?): false
    case (_?, nil): true
    default:
      (left.severity.rawValue, left.kind.rawValue) < (right.severity.rawValue, right.kind.rawValue)
    }
  }
}
