import ChangeEvidence
import IntakeModel
import ShareContract
import Testing
import UniformTypes

/// What is kept of device logs.
struct DeviceLogTests {
  private func read(
    _ text: String, _ kind: DeviceLogKind, _ rules: DeviceLogRules = Self.rules,
    block: Int = 1 << 20
  ) throws -> (lines: [String], summary: DeviceLogSummary) {
    var redactor = DeviceLogRedactor(kind, rules: rules)
    var kept: [UInt8] = []
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let piece = Array(bytes[start..<min(start + block, bytes.count)])
      try piece.withUnsafeBytes { try redactor.take($0) { kept += $0 } }
      start += block
    }
    let summary = try redactor.finish { kept += $0 }
    return (
      String(decoding: kept, as: UTF8.self).split(separator: "\n").map(String.init), summary
    )
  }

  private static let rules = DeviceLogRules(
    pseudonymKey: [1, 2, 3], subsystems: ["com.example.app.share"])

  /// A line as `log show --style ndjson` prints it.
  private func unified(
    _ message: String, second: Int = 0, subsystem: String = "com.example.app.share",
    process: String = "/private/var/containers/Bundle/Share.appex/Share", more: String = ""
  ) -> String {
    """
    {"timestamp":"2026-11-30 08:14:\(second < 10 ? "0" : "")\(second).250000+0100","messageType":"Error",\
    "eventType":"logEvent","subsystem":"\(subsystem)","category":"load","processImagePath":"\(process)",\
    "processID":812,"threadID":99,"userID":501,"traceID":18446744073709551615,\
    "formatString":"%{public}@","eventMessage":"\(message)"\(more)}

    """
  }

  private let end = #"{"count":1,"finished":1}"# + "\n"

  @Test func `of a line only types, stages, codes, sizes and errors are kept`() throws {
    let message =
      "loading type=public.heic stage=loading size=123456 milliseconds=75 code=load-failed of "
      + "Birthday of Ada.heic for ada@example.com Error Domain=NSCocoaErrorDomain Code=257 "
      + "\\\"The file could not be opened\\\" (AdaErrorDomain error 3.)"
    let (lines, summary) = try read(unified(message) + end, .unifiedLog)
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(
      line.hasPrefix(
        #"{"version":1,"kind":"device-log","sinceFirst":0,"level":"error","program":"program-"#))
    #expect(
      line.hasSuffix(
        #""subsystem":"com.example.app.share","types":["public.heic"],"stage":"loading","#
          + #""code":"load-failed","size":123456,"milliseconds":75,"#
          + #""errors":[{"domain":"NSCocoaErrorDomain","number":257}]}"#))
    for word in [
      "Ada", "ada", "Birthday", "501", "812", "containers", "Share.appex", "opened", "99",
    ] {
      #expect(!line.contains(word), "it holds \(word)")
    }
    #expect(summary.dropped[.text] == 1)
    #expect(summary.dropped[.name] == 1)
    #expect(summary.dropped[.errorDomain] == 1)
    #expect(summary.dropped[.identifier] == 2)
    #expect(summary.truncation == nil)
  }

  @Test(arguments: [
    "count=491701234567", "size=491701234567", "milliseconds=491701234567",
    "Error Domain=NSCocoaErrorDomain Code=49170123456", "count=-5",
  ])
  func `a number beyond what it can be is dropped`(_ message: String) throws {
    let (lines, summary) = try read(unified(message) + end, .unifiedLog)
    #expect(lines == [])
    #expect(summary.dropped[.otherMessage] == 1)
  }

  @Test func `a limit beyond what it can be is dropped`() throws {
    let (lines, _) = try read(
      unified("exceeded mem limit: Hard 491701234567 MB", subsystem: "") + end, .unifiedLog)
    #expect(lines.first?.hasSuffix(#""message":"killed-for-memory"}"#) == true)
  }

  @Test(arguments: [
    (#"text\r\nsize=12"#, #""size":12"#), (#"text\tsize=12"#, #""size":12"#),
    ("size=12;\u{301}count=3", #""size":12"#), ("size=1\u{301}2 count=3", #""count":3"#),
  ])
  func `a word of a message ends at a separator, whatever stands around it`(
    _ message: String, _ kept: String
  ) throws {
    let (lines, _) = try read(unified(message) + end, .unifiedLog)
    #expect(lines.first?.hasSuffix(kept + "}") == true)
  }

  @Test func `no member of a line stands there twice`() throws {
    let (lines, _) = try read(unified("size=1 milliseconds=75") + end, .unifiedLog)
    let node = try #require(lines.first)
    #expect(node.matches(of: /"milliseconds":/).count == 1)
  }

  @Test func `a line of another subsystem is dropped, unless it is a message that is known`() throws
  {
    let text =
      unified("type=public.jpeg", subsystem: "com.apple.other")
      + unified(
        "memorystatus: killing process 812 [Share] in high band, exceeded mem limit: ActiveHard 120 MB (fatal)",
        subsystem: "") + unified("hello Ada") + #"{"count":3,"finished":1}"# + "\n"
    let (lines, summary) = try read(text, .unifiedLog)
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""message":"killed-for-memory","limitMB":120}"#) == true)
    #expect(summary.dropped[.otherSource] == 1)
    #expect(summary.dropped[.otherMessage] == 1)
  }

  @Test(arguments: [
    ("RUNNINGBOARD code 0xdead10cc", "killed-holding-lock"),
    (
      "Sandbox: Share(812) deny(1) file-read-data /private/var/mobile/Media/DCIM/IMG_1.HEIC",
      "sandbox-denied"
    ),
    ("Cannot load representation of type public.jpeg", "load-failed"),
    ("database is locked", "database-locked"),
  ])
  func `messages of the system that say why a share broke are kept by their name`(
    _ message: String, _ name: String
  ) throws {
    let (lines, _) = try read(unified(message, subsystem: "") + end, .unifiedLog)
    #expect(lines.first?.contains(#""message":"\#(name)""#) == true)
    #expect(lines.first?.contains("IMG_1") == false)
  }

  @Test func `an identifier has one pseudonym within an archive, and another in the next`() throws {
    let text = unified("size=1") + unified("size=2") + #"{"count":2,"finished":1}"# + "\n"
    func processes(_ key: [UInt8]) throws -> [String] {
      var rules = Self.rules
      rules.pseudonymKey = key
      return try read(text, .unifiedLog, rules).lines.compactMap { line in
        line.firstRange(of: #""process":""#).map { String(line[$0.upperBound...].prefix(20)) }
      }
    }
    let first = try processes([1])
    #expect(first.count == 2 && first[0] == first[1])
    #expect(try processes([1]) == first)
    #expect(try processes([2])[0] != first[0])
  }

  @Test func `gaps, lines out of order and lines that the system lost are stated`() throws {
    let text =
      unified("size=1", second: 5) + unified("size=1", second: 4)
      + unified("size=2", second: 55)
      .replacing("08:14:55", with: "08:24:55")
      + unified("", more: #","lossCount":7"#).replacing("logEvent", with: "lossEvent")
      .replacing("08:14:00", with: "08:24:56") + #"{"count":4,"finished":1}"# + "\n"
    let (_, summary) = try read(text, .unifiedLog)
    #expect(summary.gaps.map(\.line) == [2])
    #expect(summary.gaps.map(\.duration) == [.seconds(650)])
    #expect(summary.outOfOrder == 1)
    #expect(summary.lostEvents == 7)
  }

  @Test func `what the system itself had taken out is counted`() throws {
    let (_, summary) = try read(
      unified("size=1 of <private> in <private>") + end, .unifiedLog)
    #expect(summary.systemRedactions == 2)
  }

  @Test func `a log without its end, with a cut line or with another count is truncated`() throws {
    let line = unified("size=1")
    #expect(try read(line, .unifiedLog).summary.truncation == .noEnd)
    #expect(try read(line + line.dropLast(40), .unifiedLog).summary.truncation == .cutLine)
    #expect(try read(line + line + end, .unifiedLog).summary.truncation == .wrongCount)
    #expect(try read(line + end, .unifiedLog).summary.truncation == nil)
  }

  @Test func `what is beyond the size is dropped, and that is said`() throws {
    var rules = Self.rules
    rules.maximumSize = ByteCount(bytes: 400)
    let text =
      String(repeating: unified("size=1"), count: 50) + #"{"count":50,"finished":1}"# + "\n"
    let (lines, summary) = try read(text, .unifiedLog, rules)
    #expect(lines.count == summary.kept && summary.kept < 3)
    #expect(summary.truncation == .overSize)
    #expect(summary.dropped[.overSize] == 50 - summary.kept)
  }

  @Test(arguments: [1, 7, 4_096])
  func `the size of the pieces makes no difference`(_ block: Int) throws {
    let text = unified("size=1") + "garbage\n" + unified("size=2", second: 3) + end
    let whole = try read(text, .unifiedLog)
    let pieces = try read(text, .unifiedLog, block: block)
    #expect(pieces.lines == whole.lines)
    #expect(pieces.summary == whole.summary)
    #expect(whole.summary.dropped[.unreadable] == 1)
    #expect(whole.summary.firstUnreadable == .line(2, column: 1))
  }

  @Test func `a line above the limit is dropped whole, and the next one is read`() throws {
    let long = String(repeating: "x", count: DeviceLogRules.maximumLineLength + 1)
    let (lines, summary) = try read(unified(long) + unified("size=2"), .unifiedLog, block: 4_096)
    #expect(lines.count == 1)
    #expect(summary.dropped[.overlong] == 1)
  }

  // MARK: Syslog

  @Test func `a line of syslog is read, and its host is never kept`() throws {
    let text = """
      Nov 30 08:14:32 Adas-iPhone kernel[0] <Notice>: Sandbox: Share(812) deny(1) file-read-data /var/x
      Nov  3 08:14:33 Adas-iPhone Share(CoreData)[812] <Error>: database is locked
      --- last message repeated 3 times ---
      Dec 31 23:59:59 Adas-iPhone Share[812]: database is locked
      Jan  1 00:00:01 Adas-iPhone Share[812]: database is locked
      no line of syslog

      """
    let (lines, summary) = try read(text, .syslog)
    #expect(lines.count == 4)
    #expect(lines[0].contains(#""level":"notice""#))
    #expect(!lines.joined().contains("Ada"))
    #expect(summary.dropped[.name] == 5)
    #expect(summary.dropped[.unreadable] == 1)
    // The end of a year is no step back, though the lines do not name one.
    #expect(summary.outOfOrder == 1)
    #expect(summary.gaps.last?.line == 3)
  }

  // MARK: Share records

  @Test func `records of shares are read and written again under a pseudonym`() throws {
    let id = "0190163d-8694-739b-aea5-966c26f8ad91"
    let record = ShareRecord(
      id: try #require(ShareID(id)), origin: .device, source: "Photos",
      items: [.init(attachments: [.init(representations: [.init("public.jpeg", delivery: .file)])])]
    )
    let text = String(decoding: record.jsonLine + record.jsonLine, as: UTF8.self) + "garbage\n"
    let (lines, summary) = try read(text, .shareRecords)
    #expect(lines.count == 2 && lines[0] == lines[1])
    #expect(!lines[0].contains(id))
    let again = try ShareRecord(reading: Array(lines[0].utf8))
    #expect(again.items == record.items && again.source == record.source)
    #expect(summary.dropped[.unreadable] == 1)
  }

  private func record(
    source: RecordLabel = "Photos", content: RecordLabel? = nil, device: RecordLabel? = nil,
    type: TypeIdentifier = "public.jpeg", number: Int = 257, size: ByteCount = .mebibytes(1)
  ) throws -> ShareRecord {
    let failure = RepresentationRecord.Failure(
      .loadFailed, at: .loading, domain: "NSCocoaErrorDomain", number: number)
    return ShareRecord(
      id: try #require(ShareID("0190163d-8694-739b-aea5-966c26f8ad91")), origin: .device,
      source: source, content: content, system: .init(name: "iOS 26.1", device: device),
      items: [
        .init(attachments: [
          .init(
            representations: [
              .init(
                type, delivery: .file, declaredSize: size,
                attempt: .init(order: 0, failure: failure))
            ])
        ])
      ])
  }

  private func line(_ record: ShareRecord, _ rules: DeviceLogRules = Self.rules) throws -> String {
    try #require(
      try read(String(decoding: record.jsonLine, as: UTF8.self), .shareRecords, rules).lines.first)
  }

  @Test func `words of a record that nobody knows get pseudonyms`() throws {
    let cases: [(ShareRecord, String)] = [
      (try record(device: "iPhone von Ada Lovelace"), #""device":"device-"#),
      (try record(device: "Adas MacBook"), #""device":"device-"#),
      (try record(content: "call 01701234567 52.520 13.405"), #""content":"content-"#),
      (try record(source: "Ada Lovelace"), #""source":"source-"#),
      (try record(type: "com.ada-lovelace.born-1970-05-12"), #""type":"unknown.type-"#),
      (try record(type: "dyn.ah62d4rv4ge81a5dmqy"), #""type":"unknown.type-"#),
    ]
    for (record, expected) in cases {
      let line = try line(record)
      #expect(line.contains(expected), "\(line)")
      for word in ["Ada", "ada", "0170", "1970", "dyn."] {
        #expect(!line.contains(word), "\(line)")
      }
      #expect(try ShareRecord(reading: Array(line.utf8)).items.count == 1)
    }
  }

  @Test func `numbers of a record beyond what they can be are dropped`() throws {
    #expect(try !line(record(number: 49_170_123_456)).contains("49170123456"))
    let huge = try record(size: ByteCount(bytes: 491_701_234_567))
    #expect(try !line(huge).contains("491701234567"))
  }

  @Test(arguments: [
    "iPhone17,1", "iPad16,3", "iPhone 17 Pro Max", "iPad Pro 11-inch", "iPhone 16e", "Mac mini",
  ])
  func `a model of a device is kept`(_ device: String) throws {
    let label = try #require(RecordLabel(device))
    #expect(try line(record(device: label)).contains("\"device\":\"\(device)\""))
  }

  @Test func `the words of the contract are kept`() throws {
    let type: TypeIdentifier = "com.example.sketch"
    let row = ContractRow(
      id: "sketch", source: "Sketchbook", content: "a sketch",
      items: [SharedItem(attachments: [[type]])], expectations: [Expectation(.stored)])
    var rules = Self.rules
    rules.vocabulary = RecordVocabulary(InputContract(name: "Share", rule: .anyFile, rows: [row]))
    let record = try record(source: "Sketchbook", content: "a sketch", type: type)
    let kept = try ShareRecord(reading: Array(line(record, rules).utf8))
    #expect(kept.source == "Sketchbook" && kept.content == "a sketch")
    #expect(kept.items == record.items)
    #expect(try !line(record).contains("ketch"))
  }

  @Test func `the summary is one line with its counts in a fixed order`() throws {
    let (_, summary) = try read(unified("size=1") + "garbage\n", .unifiedLog)
    let line = String(decoding: summary.jsonLine, as: UTF8.self)
    #expect(
      line.hasPrefix(
        #"{"version":1,"kind":"device-log-summary","log":"unified-log","lines":2,"kept":1,"#))
    #expect(line.contains(#""truncation":"no-end"}"#))
  }
}
