import Digests
import IntakeModel
import JSONSyntax
import ShareContract

/// Reads a device log as it comes, and gives of it what may be kept, line by line in JSON.
///
/// Holds one line at a time, whatever the length of the log.
package struct DeviceLogRedactor {
  private var summary: DeviceLogSummary
  private var dropped = DropCounts()
  private let rules: DeviceLogRules
  private let pseudonyms: Pseudonyms
  private var lines = LineSplitter(limit: DeviceLogRules.maximumLineLength)
  private var firstTime: Int64?
  private var lastTime: Int64?
  /// What is added to times that have no year, after the end of one.
  private var yearOffset: Int64 = 0
  private var size = 0
  private var hasEnded = false
  /// The most gaps that are told one by one.
  private static let maximumGaps = 100
  private static let year: Int64 = 365 * 86_400_000

  package init(_ kind: DeviceLogKind, rules: DeviceLogRules) {
    summary = DeviceLogSummary(kind)
    self.rules = rules
    pseudonyms = Pseudonyms(key: rules.pseudonymKey)
  }

  /// Takes the next bytes of the log.
  ///
  /// - Parameter keep: Takes a line of JSON with its line feed.
  /// - Throws: What `keep` throws; `DigestError`.
  package mutating func take(
    _ bytes: UnsafeRawBufferPointer, _ keep: ([UInt8]) throws -> Void
  ) throws {
    var lines = lines
    // So that the splitter holds its line alone, and does not copy it.
    self.lines = LineSplitter(limit: 0)
    defer { self.lines = lines }
    try lines.add(bytes) { line throws in try take(line, keep) }
  }

  /// Ends the log.
  ///
  /// - Throws: As ``take(_:_:)``.
  package mutating func finish(_ keep: ([UInt8]) throws -> Void) throws -> DeviceLogSummary {
    var lines = lines
    self.lines = LineSplitter(limit: 0)
    try lines.finish { line throws in try take(line, keep) }
    if summary.kind == .unifiedLog, !hasEnded, summary.truncation == nil {
      summary.truncation = .noEnd
    }
    summary.dropped = dropped.byKind
    return summary
  }

  // MARK: Lines

  private mutating func take(
    _ line: LineSplitter.Line, _ keep: ([UInt8]) throws -> Void
  ) throws {
    var isCut = false
    let bytes: UnsafeBufferPointer<UInt8>
    switch line {
    case .overlong:
      summary.lines += 1
      return drop(.overlong)
    case .whole(let whole): bytes = whole
    case .cut(let rest):
      bytes = rest
      isCut = true
    }
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
    summary.lines += 1
    let isRead: Bool
    switch summary.kind {
    case .shareRecords: isRead = try takeRecord(Array(bytes), keep)
    case .unifiedLog: isRead = try takeUnified(bytes, keep)
    case .syslog: isRead = try takeSyslog(Array(bytes), keep)
    }
    guard !isRead else { return }
    if isCut {
      summary.truncation = .cutLine
      return
    }
    if summary.firstUnreadable == nil {
      summary.firstUnreadable = .line(summary.lines, column: 1)
    }
    drop(.unreadable)
  }

  private mutating func drop(_ kind: DeviceLogSummary.Dropped, _ count: Int = 1) {
    dropped[kind] += count
  }

  private mutating func emit(_ line: [UInt8], _ keep: ([UInt8]) throws -> Void) throws {
    guard size + line.count <= rules.maximumSize.bytes else {
      summary.truncation = .overSize
      return drop(.overSize)
    }
    size += line.count
    summary.kept += 1
    try keep(line)
  }

  private mutating func takeRecord(
    _ bytes: [UInt8], _ keep: ([UInt8]) throws -> Void
  ) throws -> Bool {
    guard let found = try? ShareRecord(reading: bytes) else { return false }
    var redaction = ShareRecordRedaction(rules)
    guard var record = try redaction.redacted(found) else { return false }
    drop(.name, redaction.count)
    record.id = try pseudonyms.identifier(record.id)
    try emit(record.jsonLine, keep)
    return true
  }

  private mutating func takeUnified(
    _ bytes: UnsafeBufferPointer<UInt8>, _ keep: ([UInt8]) throws -> Void
  ) throws -> Bool {
    switch UnifiedLogLine.read(bytes) {
    case nil: return false
    case .end(let count):
      hasEnded = true
      // The line that closes the log does not count itself.
      if let count, count != Int64(summary.lines - 1) { summary.truncation = .wrongCount }
    case .entry(let line, let dropped):
      self.dropped += dropped
      try take(line, keep)
    }
    return true
  }

  private mutating func takeSyslog(
    _ bytes: [UInt8], _ keep: ([UInt8]) throws -> Void
  ) throws -> Bool {
    guard let line = SyslogLine.read(bytes) else { return false }
    drop(.name)
    try take(line, keep)
    return true
  }

  private mutating func take(
    _ line: DeviceLogLine, _ keep: ([UInt8]) throws -> Void
  ) throws {
    let time = follow(line.time)
    if line.lostEvents > 0 {
      let (sum, overflow) = summary.lostEvents.addingReportingOverflow(line.lostEvents)
      summary.lostEvents = overflow ? .max : sum
    }
    if line.repetitions != nil { return drop(.otherMessage) }
    summary.systemRedactions += ByteSearch.count(of: "<private>", in: line.message)
    let known = KnownMessage.of(line.message)
    let isOurs = line.subsystem.map { rules.subsystems.contains($0) } ?? false
    guard known != nil || isOurs else { return drop(.otherSource) }
    let values = MessageValues(line.message, known: known, rules)
    guard known != nil || !values.isEmpty else { return drop(.otherMessage) }
    drop(.errorDomain, values.droppedDomains)
    drop(.text)
    let process = try line.process.map { try pseudonyms.name("program", $0) }
    let instance = try line.processID.map { try pseudonyms.name("process", "\($0)") }
    try emit(
      JSONWriter.line { json in
        json.member("version", 1)
        json.member("kind", "device-log")
        if let time { json.member("sinceFirst", time) }
        if let level = line.level { json.member("level", level.rawValue) }
        if let process { json.member("program", process) }
        if let instance { json.member("process", instance) }
        if isOurs, let subsystem = line.subsystem { json.member("subsystem", subsystem) }
        if let known { json.member("message", known.name) }
        values.write(to: &json)
      }, keep)
  }

  /// The time from the first line, in milliseconds; notes gaps and lines that are out of order.
  private mutating func follow(_ time: Int64?) -> Int64? {
    guard var time else { return nil }
    time += yearOffset
    if let lastTime {
      // The bound is some millions of years, which no log has.
      if summary.kind == .syslog, lastTime - time > Self.year / 2, yearOffset < 1 << 58 {
        yearOffset += Self.year
        time += Self.year
      }
      let passed = time - lastTime
      if passed < 0 { summary.outOfOrder += 1 }
      if .milliseconds(passed) > rules.gap {
        if summary.gaps.count < Self.maximumGaps {
          summary.gaps.append(
            DeviceLogSummary.Gap(line: summary.lines - 1, duration: .milliseconds(passed)))
        } else {
          summary.omittedGaps += 1
        }
      }
    }
    let first = firstTime ?? time
    firstTime = first
    lastTime = max(lastTime ?? time, time)
    return time - first
  }
}

extension MessageValues {
  fileprivate func write(to json: inout JSONWriter) {
    if !types.isEmpty { json.member("types", types) }
    if let stage { json.member("stage", stage.rawValue) }
    if let code { json.member("code", code.name) }
    for name in Self.numberNames {
      if let number = numbers[name] { json.member(name, number) }
    }
    if !errors.isEmpty {
      json.key("errors")
      json.array(errors) { json, error in
        json.object { json in
          json.member("domain", error.domain)
          json.member("number", error.number)
        }
      }
    }
  }
}
