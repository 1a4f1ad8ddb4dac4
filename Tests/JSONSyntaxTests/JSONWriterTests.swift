import FoundationEssentials
import JSONSyntax
import Testing

struct JSONWriterTests {
  private struct Value: Codable, Equatable {
    var text: String?
    var number: Int64?
    var flag: Bool
    var list: [String]
  }

  private static func line(_ value: Value) -> [UInt8] {
    JSONWriter.line { json in
      json.member("text", value.text)
      json.member("number", value.number)
      json.member("flag", value.flag)
      json.key("list")
      json.array(value.list) { $0.string($1) }
    }
  }

  @Test func `an object is compact and on one line`() {
    let line = Self.line(Value(text: "a\nb", number: .max, flag: true, list: ["x", "y"]))
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"text":"a\nb","number":9223372036854775807,"flag":true,"list":["x","y"]}"# + "\n")
  }

  @Test func `empty objects, arrays and null nest`() {
    let line = JSONWriter.line { json in
      json.key("a")
      json.array([0, 1]) { json, _ in json.object { _ in } }
      json.member("b", String?.none)
      json.key("c")
      json.array([Int]()) { $0.integer($1) }
    }
    #expect(String(decoding: line, as: UTF8.self) == #"{"a":[{},{}],"b":null,"c":[]}"# + "\n")
  }

  @Test func `every character comes back`() throws {
    // Surrogates are no scalars, so that the ranges leave them out by themselves.
    for start in stride(from: UInt32(0), to: 0x11_0000, by: 4_096) {
      var text = ""
      for value in start..<(start + 4_096) {
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      try check(Value(text: text, number: Int64(start), flag: false, list: [text]))
    }
  }

  @Test func `random values come back`() throws {
    var random = SystemRandomNumberGenerator()
    let odd: [Unicode.Scalar] = [
      "\"", "\\", "/", "\u{0}", "\u{1F}", "\u{2028}", "\u{202E}", "😀",
      "e\u{301}".unicodeScalars.last!,
    ]
    for _ in 0..<1_000 {
      let texts = (0..<3).map { _ in
        var text = ""
        for _ in 0..<Int.random(in: 0...12, using: &random) {
          text.unicodeScalars.append(odd.randomElement(using: &random) ?? "x")
        }
        return text
      }
      try check(
        Value(
          text: Bool.random(using: &random) ? texts[0] : nil,
          number: Int64.random(in: .min ... .max, using: &random), flag: true, list: texts))
    }
  }

  @Test func `a line holds nothing that a terminal acts on`() {
    let line = Self.line(
      Value(text: "\u{1B}[2J\u{9B}\u{202E}\u{7F}\u{E0041}", number: nil, flag: true, list: []))
    #expect(
      String(decoding: line, as: UTF8.self).hasPrefix(
        #"{"text":"\u001b[2J\u009b\u202e\u007f\udb40\udc41","#))
  }

  @Test func `an indented text has a line for each member, and keeps short ones on their line`()
    throws
  {
    let bytes = JSONWriter.document { json in
      json.comment("What it is for.\nAnd more\u{202E}.")
      json.member("name", "x")
      json.comment("The list.")
      json.key("list")
      json.array(["a", "b"], onOneLine: true) { $0.string($1) }
      json.key("rows")
      json.array([1, 2]) { json, number in
        json.object { json in
          json.member("id", number)
          json.key("nested")
          json.object(onOneLine: true) { json in
            json.member("a", true)
            json.member("b", ["c"])
          }
        }
      }
      json.key("none")
      json.object { _ in }
    }
    let text = """
      {
        // What it is for.
        // And more.
        "name": "x",
        // The list.
        "list": ["a", "b"],
        "rows": [
          {
            "id": 1,
            "nested": {"a": true, "b": ["c"]}
          },
          {
            "id": 2,
            "nested": {"a": true, "b": ["c"]}
          }
        ],
        "none": {}
      }

      """
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    let node = try JSONReader(.commented).read(bytes)
    #expect(node["rows"]?.array?.last?["id"]?.integer == 2)
  }

  private func check(_ value: Value) throws {
    let line = Self.line(value)
    #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    let decoded = try JSONDecoder().decode(Value.self, from: Data(line))
    // Strings compare by canonical equivalence; here each scalar counts.
    #expect(decoded == value)
    #expect(decoded.text.map { Array($0.utf8) } == value.text.map { Array($0.utf8) })
  }
}
