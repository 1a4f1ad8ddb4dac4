public import IntakeModel
public import UniformTypes

/// What a contract promises, row by row, held against what was observed.
///
/// A value that follows from its inputs alone: the same contract, records and test results give the same
/// matrix, and the same bytes of each rendering. It holds no content of any share (P10).
public struct TypeMatrix: Sendable, Hashable {
  /// What the contract is called.
  public let contractName: String
  /// The SHA-256 digest of the contract, as 64 hexadecimal digits.
  public let contractDigest: String
  /// One for each row of the contract, in its order.
  public let rows: [Row]
  /// The records that no row could be found for, in the order in which they were given.
  public let unmatched: [UnmatchedRecord]
  /// How many records were left out because they only repeat a public report.
  public let reportedCount: Int
  /// What keeps the matrix from being green besides its rows, such as test results that were cut off.
  public let objections: [String]

  /// Ties records and test results to the rows of a contract, and judges each row.
  ///
  /// Records of one share and one origin count as one, see ``ShareRecord/joining(_:)``. Records of the origin
  /// `reported` are counted and otherwise left out.
  ///
  /// - Parameters:
  ///   - contract: Its rows are judged.
  ///   - records: In any order.
  ///   - tests: The results of all test runs; of several results for one test the worst counts.
  ///   - registry: The known types; add those that the app declares.
  ///   - objections: What else keeps the matrix from being green, one sentence each.
  /// - Throws: Where the library that computes digests fails.
  /// - Complexity: O(*n* log *n*) for *n* rows, declared types, records and results.
  public init(
    contract: InputContract, records: [ShareRecord], tests: [TestObservation] = [],
    registry: TypeRegistry = .standard, objections: [String] = []
  ) throws(DocumentError) {
    contractName = contract.name
    contractDigest = try contract.digest
    self.objections = objections
    let shares = ShareRecord.joining(records)
    reportedCount = shares.count { $0.origin == .reported }
    let matching = RecordMatching(
      RowIndex(contract, registry), shares.filter { $0.origin != .reported })
    unmatched = matching.unmatched
    let results = TestIndex(tests)
    var rows: [Row] = []
    for (row, tied) in zip(contract.rows, matching.tied) {
      rows.append(try Row(row, records: tied, tests: results, registry: registry))
    }
    self.rows = rows
  }

  /// Whether every row is, and nothing else stands against it.
  ///
  /// A contract without rows promises nothing, which nothing can show: its matrix is not green.
  public var isGreen: Bool {
    !rows.isEmpty && objections.isEmpty && rows.allSatisfy { $0.isGreen }
  }
}

extension TypeMatrix {
  /// How something was observed.
  public enum Column: String, Sendable, CaseIterable, Hashable {
    /// By tests, or by the pipeline in a test.
    case automated
    /// By a replay of a record, or of the row itself.
    case synthetic
    /// By a person, who wrote down what was to be seen.
    case manual
    /// By the pipeline on a device.
    case device
  }

  /// What the observations say of the promise. By severity: `fail`, `differs`, `stale`, `notTested`, `pass`.
  public enum Verdict: String, Sendable, CaseIterable, Hashable {
    /// The host got what was promised.
    case pass
    /// The host did not get what was promised, or a test failed.
    case fail
    /// The host got it in another way: another representation, delivery, type of content or reason.
    case differs
    /// Nothing that counts was observed.
    case notTested = "not-tested"
    /// What was observed was observed before the row changed.
    case stale
  }
}

extension TypeMatrix.Verdict: Comparable {
  private var severity: Int {
    switch self {
    case .pass: 0
    case .notTested: 1
    case .stale: 2
    case .differs: 3
    case .fail: 4
    }
  }

  /// Whether `left` is the milder one.
  public static func < (left: Self, right: Self) -> Bool { left.severity < right.severity }
}
