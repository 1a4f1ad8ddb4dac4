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

  /// Makes what a verdict needs, by default without a complaint and without required tests.
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
    /// It ended by itself, with this exit status. Any but 0 makes the run red.
    case exited(Int32)
    /// Ended by a signal of its own making.
    case signalled(Int32)
    /// Ended by the gate after this time.
    case timedOut(Duration)
  }

  /// A report with its name, which is a file name.
  public struct Report: Sendable {
    /// The name of its file, without a folder, by which findings name it.
    public var name: String
    /// What was read of it, or why nothing was.
    public var content: Content

    /// Makes a report from the name of its file and what was read of it.
    public init(_ name: String, _ content: Content) {
      self.name = name
      self.content = content
    }
  }

  /// What a report holds.
  public enum Content: Sendable {
    /// A list of tests, whichever runner wrote it.
    case tests(TestReport)
    /// The counts of a result bundle of Xcode, which name no test.
    case summary(XCResultSummary)
    /// The report was expected, and there is no such file.
    case missing
    /// The file is no report of its kind, or could not be read; the error says why.
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
