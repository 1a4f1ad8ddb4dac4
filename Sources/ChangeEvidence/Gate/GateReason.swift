/// Why a run is red. The names are stable: scripts may look at them.
public enum GateReason: String, Sendable, CaseIterable, Hashable {
  // The command.

  /// The command could not be started.
  case startFailed = "start-failed"
  /// It was ended because its time was over.
  case timedOut = "timed-out"
  /// It was ended by a signal.
  case commandCrashed = "command-crashed"
  /// It ended with a status other than 0.
  case exitStatus = "exit-status"
  /// No test began: the build failed, or the runner did not start.
  case testsNotStarted = "tests-not-started"
  /// The run ended in the middle of a test.
  case testsCrashed = "tests-crashed"

  // What the script for Xcode tells.

  /// Xcode, or one of its tools, is not there.
  case toolMissing = "tool-missing"
  /// The project has no scheme of that name.
  case schemeMissing = "scheme-missing"
  /// There is no simulator of that kind.
  case simulatorMissing = "simulator-missing"
  /// The run left no result bundle.
  case resultBundleMissing = "result-bundle-missing"
  /// The result bundle could not be read.
  case resultBundleUnreadable = "result-bundle-unreadable"

  // The reports.

  /// There is no report.
  case reportMissing = "report-missing"
  /// A report is not what its kind should be.
  case reportUnreadable = "report-unreadable"
  /// A report ends before the run does.
  case reportCut = "report-cut"
  /// Two reports of one run say different things, or one and the command do.
  case reportsDisagree = "reports-disagree"

  // The tests.

  /// No test ran.
  case noTests = "no-tests"
  /// A test failed.
  case testFailed = "test-failed"
  /// A test gave up on the way.
  case testCancelled = "test-cancelled"
  /// A test began and did not end, in a run that says it succeeded.
  case testUnfinished = "test-unfinished"
  /// A test of the run neither began nor was skipped, in a run that says it succeeded.
  case testNotRun = "test-not-run"
  /// Something failed outside of any test.
  case failedOutsideTests = "failed-outside-tests"
  /// No test of a required name is in the reports.
  case requiredMissing = "required-missing"
  /// A required name fits several tests.
  case requiredAmbiguous = "required-ambiguous"
  /// A required test was skipped.
  case requiredSkipped = "required-skipped"
  /// A required test gave up.
  case requiredCancelled = "required-cancelled"
  /// A required test is part of the run, and did not begin.
  case requiredNotRun = "required-not-run"
  /// A required test began, and did not end.
  case requiredUnfinished = "required-unfinished"
  /// A required test failed.
  case requiredFailed = "required-failed"

  // The drill.

  /// The run should have failed, and no test asserted the drill.
  case drillNotAsserted = "drill-not-asserted"
  /// The drill failed its test, and the run was green all the same.
  case drillNotBlocked = "drill-not-blocked"
  /// The run is red for another reason than the drill, which therefore shows nothing.
  case drillInconclusive = "drill-inconclusive"
}

/// One reason for which a run is red, and what it is about.
public struct GateFinding: Sendable, Hashable {
  /// The cause, under a name that is stable.
  public let reason: GateReason
  /// The name of a test or of a report; `nil` where it is about the run.
  public let subject: String?
  /// What was found, and what would help, in a sentence.
  public let message: String

  /// Makes a finding. Without a subject it is about the run as a whole.
  public init(_ reason: GateReason, _ subject: String? = nil, _ message: String) {
    self.reason = reason
    self.subject = subject
    self.message = message
  }
}

extension GateFinding: CustomStringConvertible {
  /// Such as `required-skipped: a required test was skipped: …`.
  public var description: String { "\(reason.rawValue): \(message)" }
}
