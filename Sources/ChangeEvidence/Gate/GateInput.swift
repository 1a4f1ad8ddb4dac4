public import IntakeModel

/// What is known of a run of tests when it is judged.
public struct GateInput: Sendable {
  /// How the command ended.
  public var ending: Ending
  /// What was read of each report that was expected, in any order.
  public var reports: [Report]
  /// What the command itself says of its failure, where it says something.
  public var complaint: GateReason?
  /// The tests that have to have run and passed, as the runner names them.
  public var required: [String]

  public init(
    ending: Ending, reports: [Report], complaint: GateReason? = nil, required: [String] = []
  ) {
    self.ending = ending
    self.reports = reports
    self.complaint = complaint
    self.required = required
  }

  /// How a command ended.
  public enum Ending: Sendable, Hashable {
    /// It could not be started; the text says why.
    case notStarted(String)
    case exited(Int32)
    /// Ended by a signal of its own making.
    case signalled(Int32)
    /// Ended by the gate after this time.
    case timedOut(Duration)
  }

  /// A report with its name, which is a file name.
  public struct Report: Sendable {
    public var name: String
    public var content: Content

    public init(_ name: String, _ content: Content) {
      self.name = name
      self.content = content
    }
  }

  /// What a report holds.
  public enum Content: Sendable {
    case tests(TestReport)
    case summary(XCResultSummary)
    case missing
    case unreadable(DocumentError)
  }

  /// All tests of the reports that could be read.
  public var tests: TestReport { .joining(reports.compactMap { $0.tests }) }
}

extension GateInput.Report {
  var tests: TestReport? { if case .tests(let report) = content { report } else { nil } }

  var summary: XCResultSummary? {
    if case .summary(let summary) = content { summary } else { nil }
  }
}
