import JSONSyntax
import ShareContract

/// What a node of a result bundle says of itself.
enum XCResultVerdict: String {
  case passed = "Passed"
  case failed = "Failed"
  case skipped = "Skipped"
  case expectedFailure = "Expected Failure"
  case unknown

  /// `nil` for a node without a result.
  init?(_ node: JSONNode) {
    guard let text = node["result"]?.string else { return nil }
    self = Self(rawValue: text) ?? .unknown
  }

  var verdict: TestObservation.Verdict {
    switch self {
    case .passed, .expectedFailure: .passed
    case .failed: .failed
    case .skipped: .skipped
    case .unknown: .unfinished
    }
  }
}

/// What became of a test, of one of its rows, devices or repetitions.
struct XCResultOutcome {
  /// `nil` where neither the node nor anything below it says.
  private(set) var verdict: TestObservation.Verdict?
  private(set) var issues: [TestIssue] = []
  /// How often it ran: its rows, devices and repetitions, or once.
  private(set) var runCount = 1

  /// - Complexity: O(*n*) in the nodes below; as deep as the reader of JSON lets a text be.
  init(of node: JSONNode) {
    let own = XCResultVerdict(node)
    var verdicts = own.map { [$0.verdict] } ?? []
    var repetitions: [XCResultOutcome] = []
    var messages: [JSONNode] = []
    var partCount = 0
    for child in node["children"]?.array ?? [] {
      switch child["nodeType"]?.string {
      case "Repetition": repetitions.append(Self(of: child))
      case "Failure Message": messages.append(child)
      case "Arguments", "Device", "Test Plan Configuration", "Test Case Run", "Test Case":
        let part = Self(of: child)
        if let verdict = part.verdict { verdicts.append(verdict) }
        issues += part.issues
        partCount += part.runCount
      // Attachments, references to source code, and what a later Xcode may add.
      default: break
      }
    }
    if let last = repetitions.last {
      if let verdict = last.verdict { verdicts.append(verdict) }
      issues += last.issues
      if repetitions.dropLast().contains(where: { $0.verdict == .failed }) {
        issues.append(TestIssue(.retried, .warning))
      }
    }
    runCount = max(1, partCount + repetitions.map(\.runCount).reduce(0, +))
    verdict = verdicts.isEmpty ? nil : verdicts.reduce(.passed) { $0.worse($1) }
    let severity: TestIssue.Severity =
      own == .expectedFailure ? .known : verdict == .failed ? .failure : .warning
    issues += messages.map { message in
      TestIssue(
        .recorded, severity, at: message["name"]?.string.flatMap { Self.place(inMessage: $0) })
    }
    if own == .expectedFailure, messages.isEmpty { issues.append(TestIssue(.recorded, .known)) }
  }

  /// The place that a message begins with, as in `ShareTests.swift:12: …`. The rest of it is not looked at.
  static func place(inMessage message: String) -> SourcePlace? {
    let head = message.prefix(SourcePlace.maximumPathLength + 16)
    let parts = head.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasSuffix(".swift") || parts[0].hasSuffix(".m"),
      let line = Int(parts[1])
    else { return nil }
    return SourcePlace(path: String(parts[0]), line: line)
  }
}

/// How long a test of a result bundle took.
enum XCResultDuration {
  static func of(_ node: JSONNode) -> Duration? {
    switch node["durationInSeconds"]?.value {
    case .decimal(let seconds): return duration(seconds)
    case .integer(let seconds): return duration(Double(seconds))
    default: return node["duration"]?.string.flatMap(of(text:))
    }
  }

  /// Such as `0.005s`, `1m 2s` or, where the machine writes numbers so, `0,005s`.
  static func of(text: String) -> Duration? {
    guard text.utf8.count < 64 else { return nil }
    var total = 0.0
    for part in text.split(separator: " ") {
      let number = part.prefix { $0.isNumber || $0 == "." || $0 == "," }
      let unit: Double
      switch part.dropFirst(number.count) {
      case "ms": unit = 0.001
      case "s", "sec": unit = 1
      case "m", "min": unit = 60
      case "h", "hr": unit = 3_600
      default: return nil
      }
      guard let value = Double(number.map { $0 == "," ? "." : String($0) }.joined()) else {
        return nil
      }
      total += value * unit
    }
    return text.isEmpty ? nil : duration(total)
  }

  private static func duration(_ seconds: Double) -> Duration? {
    guard seconds.isFinite, seconds >= 0, seconds < 1e8 else { return nil }
    return .microseconds(Int64(seconds * 1e6 + 0.5))
  }
}
