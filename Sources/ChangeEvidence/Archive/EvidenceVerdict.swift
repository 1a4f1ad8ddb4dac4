/// What evidence comes to. Green is what the results say, never what is missing.
package struct EvidenceVerdict: Sendable, Hashable {
  package var result: Result
  /// Why it is no better, one sentence each; none where it is passed.
  package var reasons: [String]

  /// The words of in-toto's test result.
  package enum Result: String, Sendable, Hashable, CaseIterable {
    case passed = "PASSED"
    /// Nothing failed, and something that a reader may miss is not there.
    case warned = "WARNED"
    case failed = "FAILED"
  }

  package init(result: Result, reasons: [String]) {
    self.result = result
    self.reasons = reasons
  }

  /// - Parameters:
  ///   - objections: What failed.
  ///   - doubts: What is missing.
  package init(objections: [String], doubts: [String]) {
    result = !objections.isEmpty ? .failed : !doubts.isEmpty ? .warned : .passed
    reasons = objections + doubts
  }
}
