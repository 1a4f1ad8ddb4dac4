import JSONSyntax

extension DeviceLogSummary {
  /// The summary as one line of JSON: what a reader of the archive has to know of the log.
  public var jsonLine: [UInt8] {
    JSONWriter.line { json in
      json.member("version", 1)
      json.member("kind", "device-log-summary")
      json.member("log", kind.rawValue)
      json.member("lines", lines)
      json.member("kept", kept)
      json.key("dropped")
      json.object { json in
        for kind in Dropped.allCases {
          if let count = dropped[kind], count > 0 { json.member(kind.rawValue, count) }
        }
      }
      json.key("gaps")
      json.array(gaps) { json, gap in
        json.object { json in
          json.member("afterLine", gap.line)
          json.member("seconds", gap.duration.components.seconds)
        }
      }
      json.member("omittedGaps", omittedGaps)
      json.member("systemRedactions", systemRedactions)
      json.member("outOfOrder", outOfOrder)
      json.member("lostEvents", lostEvents)
      json.member("truncation", truncation?.rawValue)
    }
  }
}
