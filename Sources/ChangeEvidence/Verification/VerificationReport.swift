/// What checking an evidence archive came to.
package struct VerificationReport: Sendable {
  package var checks: [Check] = []
  /// What the archive says of itself, where that could be read.
  package var manifest: Manifest?
  /// The keys that the signatures name.
  package var keyIDs: [String] = []

  package struct Check: Sendable, Hashable {
    package var subject: Subject
    package var outcome: Outcome
    /// What differs, one sentence each; or what the check says where it holds.
    package var findings: [String]
  }

  package enum Subject: String, Sendable, CaseIterable, Hashable {
    /// The archive as such: names, order, kinds, nothing said twice.
    case archive
    case manifest
    /// Each member by its size and digest, and none missing or more.
    case members
    /// What is attested, against the rest.
    case statement
    case signature
    /// The commit that was asked for.
    case change
    /// The bytes around the members.
    case bytes
  }

  package enum Outcome: String, Sendable, Hashable {
    case holds
    case differs
    /// Something that could not be checked, or that a reader should know.
    case open
  }

  /// Whether nothing differs.
  package var isVerified: Bool { !checks.contains { $0.outcome == .differs } }

  mutating func add(_ subject: Subject, _ findings: [String], holds: String) {
    checks.append(
      findings.isEmpty
        ? Check(subject: subject, outcome: .holds, findings: [holds])
        : Check(subject: subject, outcome: .differs, findings: findings))
  }

  mutating func addOpen(_ subject: Subject, _ finding: String) {
    checks.append(Check(subject: subject, outcome: .open, findings: [finding]))
  }
}
