import IntakeTesting
import ShareContract
import Testing

struct ShareRecordFileTests {
  private static func lines(_ count: Int) -> [[UInt8]] {
    var random = SeededGenerator(seed: 7)
    return (0..<count).map { _ in random.record().jsonLine }
  }

  private static func error(_ bytes: [UInt8]) -> String? {
    do throws(DocumentError) {
      _ = try ShareRecordFile(reading: bytes)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `records are read with their lines, and blank lines and other kinds passed over`()
    throws
  {
    let lines = Self.lines(3)
    let other = Array(#"{"version":1,"kind":"note","anything":[1,{"a":null}]}"#.utf8) + [0x0A]
    let file = try ShareRecordFile(
      reading: lines[0] + [0x0A] + other + lines[1] + Array(" \r\n".utf8) + lines[2].dropLast())
    #expect(file.entries.map(\.line) == [1, 4, 6])
    #expect(file.records.map(\.jsonLine) == lines)
    #expect(file.skippedCount == 1)
  }

  @Test func `an empty file has no record, and is right`() throws {
    #expect(try ShareRecordFile(reading: []).records == [])
    #expect(try ShareRecordFile(reading: [0x0A, 0x0A]).records == [])
  }

  @Test func `lines may end as on Windows, and a byte order mark may come first`() throws {
    let lines = Self.lines(2)
    let bytes = [0xEF, 0xBB, 0xBF] + lines[0].dropLast() + [0x0D, 0x0A] + lines[1]
    #expect(try ShareRecordFile(reading: bytes).entries.map(\.line) == [1, 2])
  }

  @Test func `an error names the line in the file`() {
    let lines = Self.lines(2)
    let bytes = lines[0] + [0x0A] + lines[1] + Array(#"{"version":7,"kind":"share"}"#.utf8) + [0x0A]
    #expect(
      Self.error(bytes)
        == "line 4, column 12: version 7 of records is not known; this program reads version 1")
  }

  @Test func `a last line that is cut is said to be cut, wherever`() throws {
    let lines = Self.lines(2)
    let whole = lines[0] + lines[1]
    for length in stride(from: lines[0].count + 1, to: whole.count - 1, by: 7) {
      let message = try #require(Self.error(Array(whole.prefix(length))))
      #expect(message.hasPrefix("line 2, column "))
      #expect(message.contains("the last line is cut off before its line feed: "), "\(message)")
      let (file, problems, _) = ShareRecordFile.readingAll(Array(whole.prefix(length)))
      #expect(file.entries.map(\.line) == [1])
      #expect(problems.count == 1)
    }
  }

  @Test func `a whole last line is not said to be cut, whatever else is wrong with it`() {
    #expect(
      Self.error(Self.lines(1)[0] + Array(#"{"version":7,"kind":"share"}"#.utf8))
        == "line 2, column 12: version 7 of records is not known; this program reads version 1")
  }

  @Test func `bytes that are not UTF-8 are named`() {
    let line = Self.lines(1)[0]
    let message = Self.error(line + [0x7B, 0x22, 0xC3, 0x28, 0x0A])
    #expect(message?.hasPrefix("line 2, column 3: the byte 0xC3 is not part of UTF-8") == true)
  }

  @Test func `all good records are read beside all problems`() {
    let lines = Self.lines(3)
    let bad = Array(
      "{\"version\":1,\"kind\":\"share\",\"id\":1,\"origin\":\"x\",\"items\":[]}\n".utf8)
    let bytes = lines[0] + bad + lines[1] + Array("nonsense\n".utf8) + lines[2]
    let (file, problems, omitted) = ShareRecordFile.readingAll(bytes)
    #expect(file.entries.map(\.line) == [1, 3, 5])
    #expect(
      problems.map(\.description) == [
        "line 2, column 34: expected a string for 'id', found a number",
        "line 2, column 45: 'origin' cannot be 'x'; it is one of device, automated, synthetic, manual, reported",
        "line 4, column 1: expected a value, found 'nonsense'; strings stand in quotes",
      ])
    #expect(omitted == 0)
  }

  @Test func `problems are bounded, and the others counted`() {
    let (_, problems, omitted) = ShareRecordFile.readingAll(
      Array(String(repeating: "x\n", count: 5_000).utf8))
    #expect(problems.count == 100)
    #expect(omitted == 4_900)
    #expect(problems.last?.place == .line(100, column: 1))
  }

  @Test func `a line, a file, or lines beyond the limit are an error`() {
    let long = Array(repeating: UInt8(ascii: " "), count: (1 << 20) + 1) + Array("1".utf8)
    #expect(Self.error(long) == "line 1, column 1: a line of 1.00 MiB; at most 1.00 MiB are read")
    let many = Array(String(repeating: "{\"version\":1,\"kind\":\"x\"}\n", count: 100_001).utf8)
    #expect(Self.error(many) == "line 100001, column 1: more than 100000 lines; split the file")
    let large = [UInt8](repeating: 0x0A, count: (32 << 20) + 1)
    #expect(Self.error(large) == "the file has 32.0 MiB; at most 32.0 MiB are read; split it")
  }

  @Test(arguments: 0..<30)
  func `a file with a few bytes changed is read or refused, and never more`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let good = Self.lines(4).flatMap { $0 }
    for _ in 0..<8 {
      var bytes = good
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let (file, problems, _) = ShareRecordFile.readingAll(bytes)
      #expect(file.entries.count <= 4 + 3)
      #expect((Self.error(bytes) == nil) == problems.isEmpty)
      #expect(Self.error(bytes) == problems.first?.description)
    }
  }

  @Test func `a reason that does not exist names the nearest, or where the list is`() throws {
    func message(_ code: String) throws -> String? {
      let line =
        #"{"version":1,"kind":"share","id":"0190163d-8694-739b-aea5-966c26f8ad91","origin":"device","items":[{"attachments":[{"representations":[],"result":{"status":"refused","code":"\#(code)","stage":"loading"}}]}]}"#
      return ShareRecordFile.readingAll(Array((line + "\n").utf8)).problems.first?.message
    }
    #expect(
      try message("load-faild")
        == "'code' of 'result' cannot be 'load-faild'; 'load-failed' may be meant")
    let unknown = try #require(try message("xyz"))
    #expect(unknown.contains("'intake contract schema'"))
    #expect(unknown.count < 120)
  }
}
