public import IntakeModel

/// What a gate found of a run, as test results carry it: reasons and names, without its messages.
public struct GateSummary: Sendable, Hashable {
  /// Why the run was red, the first cause first; empty for a green one.
  public var findings: [Finding]
  /// Whether the gate itself said green.
  public var saysGreen: Bool

  /// One reason, and the name of the test or of the report that it is about.
  public struct Finding: Sendable, Hashable {
    /// The cause, under a name that is stable.
    public var reason: GateReason
    /// The name of the test or of the report; `nil` where it is about the run.
    public var subject: String?

    /// Makes a finding. Without a subject it is about the run as a whole.
    public init(_ reason: GateReason, _ subject: String? = nil) {
      self.reason = reason
      self.subject = subject
    }
  }

  /// Makes a summary. Where `saysGreen` is `nil`, the gate said green if there are no findings.
  public init(_ findings: [Finding], saysGreen: Bool? = nil) {
    self.findings = findings
    self.saysGreen = saysGreen ?? findings.isEmpty
  }

  /// What a verdict comes to.
  public init(_ verdict: GateVerdict) {
    self.init(verdict.findings.map { Finding($0.reason, $0.subject) })
  }

  /// Whether the gate said green, and no finding speaks against it.
  public var isGreen: Bool { saysGreen && findings.isEmpty }

  /// Why the run was red, one sentence each; none for a green one.
  package var objections: [String] {
    if findings.isEmpty, !saysGreen { return ["gate: the run was red"] }
    return findings.map { "gate: \($0.reason.rawValue)" + ($0.subject.map { ": \($0)" } ?? "") }
  }

  /// The findings of several gates as one.
  package func joined(with other: GateSummary) -> GateSummary {
    GateSummary(
      findings + other.findings.filter { !findings.contains($0) },
      saysGreen: saysGreen && other.saysGreen)
  }

  /// Reads what a gate leaves in `verdict.json`.
  ///
  /// - Throws: `DocumentError` with the place of what is wrong.
  public init(readingVerdict bytes: [UInt8]) throws(DocumentError) {
    let fields = try EvidenceFields(reading: bytes)
    var findings: [Finding] = []
    for finding in try fields.objects("findings") {
      findings.append(
        Finding(
          try finding.choice("reason", { GateReason(rawValue: $0) }, "a reason of a gate"),
          try finding.optionalText("subject")))
    }
    self.init(findings, saysGreen: try fields.boolean("green"))
  }
}
