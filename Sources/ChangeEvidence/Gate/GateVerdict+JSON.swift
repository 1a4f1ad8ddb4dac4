package import JSONSyntax
import ShareContract

extension GateVerdict {
  /// The verdict as a JSON document: names of tests, reasons and counts.
  ///
  /// Messages are left out: one may quote a report.
  package func json(duration: Duration) -> [UInt8] {
    JSONWriter.document { json in
      json.member("version", 1)
      write(duration: duration, to: &json)
    }
  }

  package func write(duration: Duration, to json: inout JSONWriter, withMessages: Bool = false) {
    json.member("green", isGreen)
    let (seconds, attoseconds) = duration.components
    json.member("milliseconds", seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    json.key("tests")
    json.object(onOneLine: true) { json in
      for verdict in TestObservation.Verdict.allCases {
        json.member(verdict.rawValue, counts[verdict] ?? 0)
      }
      json.member("retried", retriedCount)
    }
    json.key("required")
    json.array(required) { json, test in
      json.object(onOneLine: true) { json in
        json.member("name", test.name)
        json.member("verdict", test.verdict?.rawValue)
      }
    }
    json.key("findings")
    json.array(findings) { json, finding in
      json.object(onOneLine: true) { json in
        json.member("reason", finding.reason.rawValue)
        if let subject = finding.subject { json.member("subject", subject) }
        if withMessages { json.member("message", finding.message) }
      }
    }
  }
}
