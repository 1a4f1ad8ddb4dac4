import ChangeEvidence
import Testing

/// Lines of `log show` have a fast way and a strict one, which a number with a fraction takes.
struct UnifiedLogScanTests {
  private struct Outcome: Equatable {
    var kept: [[UInt8]]
    var summary: DeviceLogSummary
  }

  private func outcome(of line: [UInt8]) throws -> Outcome {
    var redactor = DeviceLogRedactor(
      .unifiedLog, rules: DeviceLogRules(pseudonymKey: [1], subsystems: ["com.example.share"]))
    var kept: [[UInt8]] = []
    try (line + [0x0A]).withUnsafeBytes { try redactor.take($0) { kept.append($0) } }
    return Outcome(kept: kept, summary: try redactor.finish { kept.append($0) })
  }

  /// Lines without the brace that ends them.
  static let lines = [
    #"{"traceID":18446744073709551615,"eventMessage":"stage=loading type=public.jpeg size=12","#
      + #""timestamp":"2026-11-30 08:14:32.123456+0100","processImagePath":"\/usr\/App","#
      + #""subsystem":"com.example.share","processID":12,"messageType":"Error""#,
    #"{ "eventMessage" : "a \"deny(1)\" of\tfile-read <private> é😀" , "backtrace" : {"frames":[{"a":-1},[],null,"#
      + #"true]}, "userID":0, "threadID":null, "eventType":"lossEvent", "lossCount":3"#,
    #"{"finished":1,"count":0"#,
    #"{"count":3,"eventMessage":null,"processImagePath":"","subsystem":"""#,
  ]

  @Test(arguments: lines)
  func `the fast way comes to what the strict one does, whatever is wrong with a line`(
    _ line: String
  ) throws {
    let bytes = Array(line.utf8)
    let (fast, strict) = (Array(#","xy":1}"#.utf8), Array(#","xy":1.5}"#.utf8))
    #expect(try outcome(of: bytes + fast) == outcome(of: bytes + strict))
    var unreadable = 0
    for place in bytes.indices {
      for byte in Array("\"\\{}[],:01-.eu nx".utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[place] = byte
        let outcome = try outcome(of: changed + fast)
        #expect(
          try outcome == self.outcome(of: changed + strict), "byte \(byte) at \(place) of \(line)")
        unreadable += outcome.summary.dropped[.unreadable] ?? 0
      }
      let shorter = Array(bytes[..<place] + bytes[(place + 1)...])
      #expect(
        try outcome(of: shorter + fast) == outcome(of: shorter + strict),
        "without byte \(place) of \(line)")
    }
    #expect(unreadable > 0)
  }

  @Test(arguments: [
    // A name twice, also in what is not kept, and after 64 others.
    #"{"eventMessage":"disk full: No space left on device","eventMessage":"b"}"#,
    #"{"eventMessage":"a","x":{"y":1,"y":2}}"#,
    // What is no JSON behind the end, and numbers that are none.
    #"{"eventMessage":"a"} x"#, #"{"eventMessage":"a","x":01}"#, #"{"eventMessage":"a","x":-}"#,
    #"{"eventMessage":7}"#, "[]", "7", "{}",
  ])
  func `what the strict reader refuses is refused`(_ line: String) throws {
    let outcome = try outcome(of: Array(line.utf8))
    #expect(outcome.summary.dropped[.unreadable] == 1)
    #expect(outcome.kept == [])
  }

  @Test(arguments: [
    #"{"event\u004dessage":"No space left on device"}"#,
    #"{"eventMessage":"No space \u006ceft on device"}"#,
    #"{"eventMessage":"No space left on device","x":[[[[[[[[[[1]]]]]]]]]]}"#,
    #"{"eventMessage":"No space left on device","x":1e5,"y":-0}"#,
  ])
  func `what the fast way leaves to the strict one is read`(_ line: String) throws {
    #expect(try outcome(of: Array(line.utf8)).kept.count == 1)
  }

  @Test func `a line with many members is read`() throws {
    let members = (0..<200).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    let line = "{\"eventMessage\":\"No space left on device\",\(members)}"
    #expect(try outcome(of: Array(line.utf8)).summary.dropped[.other] == 200)
  }
}
