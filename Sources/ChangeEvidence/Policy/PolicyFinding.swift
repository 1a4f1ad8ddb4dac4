/// Why a change lacks evidence. The names are stable: scripts may look at them.
public enum PolicyReason: String, Sendable, CaseIterable, Hashable {
  /// The change brings no new matrix.
  case matrixMissing = "matrix-missing"
  /// A new matrix could not be read.
  case matrixUnreadable = "matrix-unreadable"
  /// The matrix is of another contract than the one that the change leaves.
  case matrixOfOtherContract = "matrix-of-other-contract"
  /// A new matrix is not green.
  case matrixRed = "matrix-red"
  /// The change brings no new test results.
  case resultsMissing = "results-missing"
  /// New test results could not be read.
  case resultsUnreadable = "results-unreadable"
  /// A test failed or did not end, the results are cut, a gate found the run red, or no test ran.
  case resultsRed = "results-red"
  /// A test that a row of a contract names has not passed in any of the new results.
  case resultsLackTest = "results-lack-test"
  /// The change brings no new record from a device.
  case deviceMissing = "device-missing"
  /// A new file of records from devices could not be read to its end, so that none of its records counts.
  case deviceUnreadable = "device-unreadable"
  /// Changed entitlements could not be read, before or after the change: their groups count as changed.
  case entitlementsUnreadable = "entitlements-unreadable"
  /// The groups changed, and there is no new record of a share in a fresh installation.
  case freshInstallationMissing = "fresh-installation-missing"
}

/// One thing that a change lacks.
public struct PolicyFinding: Sendable, Hashable {
  /// What is lacking, under a name that is stable.
  public let reason: PolicyReason
  /// The path of a file; `nil` where it is about one that is missing.
  public let path: String?
  /// What was found, for people.
  public let message: String
}

/// What a policy says of a change.
public struct PolicyVerdict: Sendable, Hashable {
  /// What the change lacks, in a fixed order; empty for one that has what it needs.
  public let findings: [PolicyFinding]
  /// The changed files that need evidence, by path, with their part.
  public let triggers: [Trigger]
  /// Whether the groups of any entitlements changed.
  public let changesGroups: Bool
  /// The changed files that are evidence, by path.
  public let evidence: [String]

  /// A changed file that needs evidence.
  public struct Trigger: Sendable, Hashable {
    /// The path of the file, from the top folder of the repository.
    public let path: String
    /// The part that the file belongs to; of several the first that needs evidence.
    public let part: EvidencePolicy.Part
  }

  /// Whether the change has the evidence that it needs, if it needs any.
  public var isGreen: Bool { findings.isEmpty }
}
