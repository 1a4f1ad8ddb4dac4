import IntakeModel
import JSONSyntax

extension Diagnosis {
  /// The version of the shape that ``json()`` writes. Members may be added within a version.
  public static let jsonVersion = 1

  /// The diagnosis as one JSON object on one line, with a line feed.
  ///
  /// Names of members, links and verdicts are stable; sentences are for people.
  public func json() -> [UInt8] {
    JSONWriter.line { json in
      json.member("version", Self.jsonVersion)
      json.member("share", "\(share)")
      json.member("origin", origin.rawValue)
      json.member("isWhole", isWhole)
      json.member("broken", broken?.link.rawValue)
      json.key("steps")
      json.array(steps) { json, step in
        json.object { json in
          json.member("link", step.link.rawValue)
          json.member("verdict", step.verdict.rawValue)
          json.member("seen", step.seen)
          json.member("excluded", step.excluded)
          json.member("advice", step.advice)
        }
      }
    }
  }

  /// What the walk came to, in one sentence.
  public var summary: String {
    if let broken { return "The chain breaks here: \(broken.link.question)" }
    if let last = steps.last, last.link != Link.allCases.last {
      return last.link == .appearance
        ? "The chain ends as promised: the extension is not to appear."
        : "The chain ends as promised: nothing of the share is to be taken."
    }
    let unknown = steps.filter { $0.verdict == .unknown }
    guard !unknown.isEmpty else { return "The chain is whole." }
    return "No link is known to be broken; nothing is known of \(unknown.count) of \(steps.count)."
  }
}
