public import IntakeModel

/// What the replay of one share showed.
public struct ReplayResult: Sendable, Hashable {
  /// The record that was replayed.
  public let recorded: ShareRecord
  /// The share as it went now, of origin `synthetic` and tied to its row; `nil` where it was not replayed.
  public let observed: ShareRecord?
  /// The identifier of the row that promises something for such a share.
  public let row: String?
  /// In what it did not go as before, or not as promised.
  public let differences: [ReplayDifference]
  /// Why it was not replayed; empty where it was.
  public let obstacles: [String]
  /// What the record does not say, and what was put in its place.
  public let remarks: [String]
  /// What the verdict does not tell, such as what a person saw on a device.
  public let caveats: [String]
  /// How the replay is to be taken.
  public let verdict: Verdict

  /// How a replay is to be taken.
  public enum Verdict: String, Sendable, CaseIterable, Hashable {
    /// All went as before, and as is promised.
    case same
    /// Something went otherwise than before, or than is promised.
    case differs
    /// The record tells of no outcome, and no row promises any: there was nothing to hold it against.
    case notCompared = "not-compared"
    /// The share could not be replayed; the obstacles say why.
    case notReplayed = "not-replayed"
  }
}

/// What the replays of many shares showed.
public struct ReplayTotals: Sendable, Hashable {
  /// The number of shares, by verdict.
  public private(set) var counts: [ReplayResult.Verdict: Int] = [:]

  /// Makes the totals of no shares.
  public init() {}

  /// How many shares have this verdict; zero where none has.
  public subscript(verdict: ReplayResult.Verdict) -> Int { counts[verdict, default: 0] }

  /// All shares.
  public var count: Int { counts.values.reduce(0, +) }

  /// Counts one more share.
  public mutating func add(_ result: ReplayResult) { counts[result.verdict, default: 0] += 1 }
}
