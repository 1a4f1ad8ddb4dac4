package import ShareContract

extension Collector {
  /// Tests and rows are named in the source, where `photo.jpg is stored` and `/tmp is refused` are good names.
  static let namesOfCode: Set<PrivacyFinding.Kind> = [.fileName, .name, .quotedPath]

  /// The contract, as its file has it. It stands in the repository anyway, with whatever it holds.
  package static func contract(_ bytes: [UInt8]) -> Self {
    var collector = member("contract.json", bytes, source: "contract")
    collector.allowed = Set(PrivacyFinding.Kind.allCases)
    return collector
  }

  /// The type matrix, for programs and for spreadsheets.
  package static func matrix(_ matrix: TypeMatrix) -> Self {
    var collector = Self("matrix") { output in
      try output.add("matrix.json", matrix.json())
      try output.add("matrix.csv", Array(matrix.csv().utf8))
    }
    collector.allowed = namesOfCode
    return collector
  }

  /// Test results in their normal form, and as other tools read them.
  package static func results(_ report: TestReport) -> Self {
    var collector = Self("results") { output in
      try output.add("results/results.json", report.json)
      try output.add("results/junit.xml", report.junit)
    }
    collector.allowed = namesOfCode
    return collector
  }

  /// What a gate found of the run, as it wrote it.
  ///
  /// - Parameter number: From one, for the name of the member, where several gates judged a run each.
  package static func gateVerdict(_ bytes: [UInt8], number: Int) -> Self {
    let name = number == 1 ? "verdict" : "verdict-\(number)"
    var collector = Self.member("results/\(name).json", bytes, source: "gate")
    collector.allowed = namesOfCode
    return collector
  }

  /// Recorded shares, one on each line.
  ///
  /// - Parameter redactions: How many values were taken out of them, see ``ShareRecordRedaction``.
  package static func shares(_ records: [ShareRecord], redactions: Int = 0) -> Self {
    Self("shares") { output in
      output.addRedactions(redactions)
      try output.add("device/shares.jsonl") { write in
        for record in records { try record.jsonLine.withUnsafeBytes { try write($0) } }
      }
    }
  }

  package static func environment(_ environment: EnvironmentDescription) -> Self {
    .member("environment.json", environment.json, source: "environment")
  }

  /// What a device log tells by an allow-list; the log itself stays where it is.
  ///
  /// - Parameters:
  ///   - path: The log.
  ///   - number: From one, for the names of the members.
  ///   - key: Makes the pseudonyms, in place of the key of the rules.
  package static func deviceLog(
    _ path: String, number: Int, rules: DeviceLogRules, key: PseudonymKey? = nil
  ) -> Self {
    Self("device-log-\(number)") { output in
      let file = try ArchiveFile(path)
      var rules = rules
      if let key { rules.pseudonymKey = try key.bytes() }
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
      defer { buffer.deallocate() }
      var redactor = DeviceLogRedactor(try DeviceLogKind(of: file), rules: rules)
      var summary: DeviceLogSummary?
      try output.add("device/log-\(number).jsonl") { write in
        let keep: ([UInt8]) throws -> Void = { line in try line.withUnsafeBytes { try write($0) } }
        var offset: Int64 = 0
        while case let count = try file.read(buffer, at: offset), count > 0, !output.isOver {
          try redactor.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), keep)
          offset += Int64(count)
        }
        summary = try redactor.finish(keep)
      }
      guard let summary else { return }
      output.addRedactions(summary.dropped.values.reduce(summary.systemRedactions, +))
      output.note(summary.text)
      try output.add("device/log-\(number).summary.json", summary.jsonLine)
      guard !summary.isNoneOfItsKind else {
        throw EvidenceError(
          """
          no line of \(file.name) could be read as one of \(summary.kind.text); see that it is the log that is \
          meant
          """)
      }
    }
  }
}

extension DeviceLogKind {
  /// Tells the kind of a log by its first line.
  init(of file: ArchiveFile) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    let start = buffer[..<(try file.read(buffer, at: 0))].prefix { $0 != UInt8(ascii: "\n") }
    let line = Array(start)
    if line.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") {
      self = .syslog
    } else if line.firstRange(of: Array(#""eventMessage""#.utf8)) != nil {
      self = .unifiedLog
    } else {
      self = .shareRecords
    }
  }
}

extension DeviceLogKind {
  /// What a person calls it.
  fileprivate var text: String {
    switch self {
    case .shareRecords: "recorded shares"
    case .unifiedLog: "'log show --style ndjson'"
    case .syslog: "a syslog"
    }
  }
}

extension DeviceLogSummary {
  /// Whether there are lines, and none of them could be read: it is another kind of file then, such as a photo.
  fileprivate var isNoneOfItsKind: Bool {
    let whole = truncation == .cutLine ? lines - 1 : lines
    return whole > 0 && dropped[.unreadable, default: 0] + dropped[.overlong, default: 0] == whole
  }

  /// What a reader of the page has to know, in one sentence.
  fileprivate var text: String {
    var parts = ["kept of \(kept) of \(lines) lines what is on the list"]
    let gapCount = gaps.count + omittedGaps
    if gapCount > 0 { parts.append("\(gapCount) \(gapCount == 1 ? "gap" : "gaps") in time") }
    if lostEvents > 0 { parts.append("the system lost \(lostEvents) lines") }
    if let truncation { parts.append("the log itself is not whole (\(truncation.rawValue))") }
    return parts.joined(separator: "; ")
  }
}
