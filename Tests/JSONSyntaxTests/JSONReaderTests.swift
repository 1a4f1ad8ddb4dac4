import JSONSyntax
import Testing

struct JSONReaderTests {
  private static func read(
    _ text: String, _ dialect: JSONReader.Dialect = .strict
  ) throws(JSONError) -> JSONNode {
    try JSONReader(dialect).read(Array(text.utf8))
  }

  private static func error(
    _ text: String, _ dialect: JSONReader.Dialect = .strict
  ) -> String? {
    do throws(JSONError) {
      _ = try read(text, dialect)
      return nil
    } catch {
      return error.description
    }
  }

  // MARK: Values

  @Test func `each kind of value is read`() throws {
    let node = try Self.read(#"{"a":[null,true,false,-7,1.5e2,"x"],"b":{}}"#)
    let elements = try #require(node["a"]?.array)
    #expect(
      elements.map(\.value) == [
        .null, .boolean(true), .boolean(false), .integer(-7), .decimal(150), .string("x"),
      ])
    #expect(node["b"]?.members?.isEmpty == true)
    #expect(node["c"] == nil)
  }

  @Test(arguments: [
    ("9223372036854775807", JSONValue.integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("-0", .integer(0)), ("9223372036854775808", .decimal(0x1p63)), ("1.0", .decimal(1)),
    ("1e-400", .decimal(0)),
  ])
  func `integers of 64 bits are exact, and other numbers are doubles`(
    _ text: String, _ value: JSONValue
  ) throws {
    #expect(try Self.read(text).value == value)
  }

  @Test(arguments: [
    (#""\u0041\u00e9\u20AC\ud83d\uDE00""#, "Aé€😀"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    ("\"é漢😀\u{7F}\"", "é漢😀\u{7F}"), (#""\u0000""#, "\0"),
  ])
  func `strings hold every scalar, as it is or escaped`(_ text: String, _ value: String) throws {
    let string = try #require(try Self.read(text).string)
    #expect(Array(string.utf8) == Array(value.utf8))
  }

  @Test func `a byte order mark before the text is passed over, and has no column`() throws {
    #expect(try Self.read("\u{FEFF} 1") == JSONNode(.integer(1), at: .init(line: 1, column: 2)))
    #expect(Self.error("1\u{FEFF}")?.hasPrefix("line 1, column 2: found U+FEFF") == true)
  }

  @Test func `names that only look the same are two names`() throws {
    let node = try Self.read("{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(node.members?.count == 2)
    #expect(node["e\u{301}"]?.integer == 2)
  }

  // MARK: Places

  @Test func `each value and name has its line and column, in scalars`() throws {
    let node = try Self.read("{\n  \"é😀\": [1,\r\n 2,\r  {}]}")
    let member = try #require(node.members?.first)
    #expect(node.place == JSONPlace(line: 1, column: 1))
    #expect(member.place == JSONPlace(line: 2, column: 3))
    #expect(member.value.place == JSONPlace(line: 2, column: 9))
    #expect(
      member.value.array?.map(\.place) == [
        JSONPlace(line: 2, column: 10), JSONPlace(line: 3, column: 2),
        JSONPlace(line: 4, column: 3),
      ])
  }

  @Test func `a line of a larger text keeps its number`() throws {
    let node = try JSONReader(.strict).read(Array("[1,\r\n2]".utf8), line: 70)
    #expect(node.array?.map(\.place.line) == [70, 70])
  }

  // MARK: Errors

  @Test(arguments: [
    ("", "line 1, column 1: the text holds nothing; expected a JSON value"),
    ("\n  ", "line 2, column 3: the text holds nothing; expected a JSON value"),
    ("{\"a\":1,\n}", "line 1, column 7: a comma stands before '}'; remove it"),
    ("[1 2]", "line 1, column 4: expected ',' or ']', found '2'"),
    (
      "[1",
      "line 1, column 3: the text ends within the array that begins at line 1, column 1; expected ']'"
    ),
    ("{\"a\" 1}", "line 1, column 6: expected ':' after the name 'a', found '1'"),
    (
      "{a:1}",
      "line 1, column 2: expected the name of a member, found 'a'; names stand in double quotes"
    ),
    ("{1:1}", "line 1, column 2: expected the name of a member, found '1'"),
    (
      "{\"a\":1,\n\"a\":2}",
      "line 2, column 1: the name 'a' stands twice, first at line 1, column 2"
    ),
    ("True", "line 1, column 1: expected a value, found 'True'; write true"),
    ("NaN", "line 1, column 1: expected a value, found 'NaN'; there is no such number in JSON"),
    ("[yes]", "line 1, column 2: expected a value, found 'yes'; strings stand in quotes"),
    ("'a'", "line 1, column 1: expected a value, found '''; strings stand in double quotes"),
    ("01", "line 1, column 1: a number begins with a 0 that says nothing; remove it"),
    ("-", "line 1, column 2: found the end of the text after a minus; expected a digit"),
    (
      "1.",
      "line 1, column 3: found the end of the text after the point of a number; expected a digit"
    ),
    ("1ex", "line 1, column 3: found 'x' after the exponent sign of a number; expected a digit"),
    ("12ab", "line 1, column 3: found 'ab' within a number; expected its end"),
    ("1e400", "line 1, column 1: the number is larger than any that a double holds"),
    (
      "\"a\nb\"",
      "line 1, column 3: the string that begins at line 1, column 1 holds U+000A, which stands in no string as it is; end the string on its line, or write \\n"
    ),
    (
      "\"a\u{1}\"",
      "line 1, column 3: the string that begins at line 1, column 1 holds U+0001, which stands in no string as it is; write \\u0001"
    ),
    (
      "\"\\x\"",
      "line 1, column 2: found 'x' after a backslash; expected one of \" \\ / b f n r t u"
    ),
    (
      "\"\\ud800\"",
      "line 1, column 2: a \\u that is the first half of a pair stands alone; it is no character without the other"
    ),
    (
      "\"\\udc00\"",
      "line 1, column 2: a \\u that is the second half of a pair stands alone; it is no character without the other"
    ),
    ("\"\\u00g0\"", "line 1, column 6: found 'g0' within \\u; expected four hexadecimal digits"),
    (
      "\"abc",
      "line 1, column 5: the text ends within the string that begins at line 1, column 1; expected \""
    ),
    ("1 // one", "line 1, column 3: found '/'; there are no comments in strict JSON"),
    ("1 1", "line 1, column 3: found '1' after the end of the value; expected nothing more"),
    ("[\u{A0}]", "line 1, column 2: expected a value, found U+00A0"),
  ])
  func `an error says where it is, what was found and what was expected`(
    _ text: String, _ message: String
  ) {
    #expect(Self.error(text) == message)
  }

  @Test(arguments: [
    ([0x5B, 0xFF, 0x5D], "line 1, column 2: the byte 0xFF is not part of UTF-8"),
    ([0x22, 0xC3, 0xA9, 0xC3, 0x22], "line 1, column 3: the byte 0xC3 is not part of UTF-8"),
    ([0x22, 0xED, 0xA0, 0x80, 0x22], "line 1, column 2: the byte 0xED is not part of UTF-8"),
    ([0x22, 0xC0, 0x80, 0x22], "line 1, column 2: the byte 0xC0 is not part of UTF-8"),
    ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "line 1, column 2: the byte 0xF4 is not part of UTF-8"),
    ([0x22, 0xF0, 0x9F, 0x98], "line 1, column 2: the byte 0xF0 is not part of UTF-8"),
  ])
  func `bytes that are not UTF-8 are named`(_ bytes: [UInt8], _ message: String) {
    #expect {
      _ = try JSONReader(.strict).read(bytes)
    } throws: {
      "\($0)".hasPrefix(message)
    }
  }

  @Test func `a message is short and safe whatever the text holds`() throws {
    let long = String(repeating: "\u{202E}n", count: 10_000)
    for text in [
      "{\"\(long)\" 1}", "{\"\(long)\":1,\"\(long)\":2}", String(repeating: "x", count: 99_999),
    ] {
      let message = try #require(Self.error(text))
      #expect(message.utf8.count < 600)
      #expect(!message.unicodeScalars.contains { $0.needsEscape })
    }
  }

  // MARK: Limits

  @Test func `more levels than the limit are an error, and not a crash`() throws {
    let deep = 100_000
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let allowed =
        String(repeating: open, count: 64) + (open == "[" ? "" : "1")
        + String(repeating: close, count: 64)
      #expect(Self.error(allowed) == nil)
      let message = Self.error(String(repeating: open, count: deep))
      #expect(message?.contains("more than 64 deep") == true)
    }
    #expect(
      Self.error(String(repeating: "[", count: 65) + "1")?.hasPrefix("line 1, column 65") == true)
  }

  @Test func `more bytes or values than the limit are an error`() throws {
    var reader = JSONReader(.strict)
    reader.limits.size = 5
    _ = try reader.read(Array("[1,2]".utf8))
    #expect(throws: JSONError.self) { try reader.read(Array("[1,2] ".utf8)) }
    reader.limits.size = 100
    reader.limits.values = 3
    _ = try reader.read(Array("[1,2]".utf8))
    #expect {
      _ = try reader.read(Array("[1,2,3]".utf8))
    } throws: {
      "\($0)" == "line 1, column 6: more than 3 values; at most so many are read"
    }
  }

  enum LongText: CaseIterable {
    case array, object, escapes, lines

    func text(_ count: Int) -> String {
      switch self {
      case .array: "[" + String(repeating: "1,", count: count) + "1]"
      case .object:
        "{" + (0..<count).map { number in "\"k\(number)\":1" }.joined(separator: ",") + "}"
      case .escapes: "\"" + String(repeating: "\\n", count: count) + "\""
      case .lines: "[" + String(repeating: "\"é\",\n", count: count) + "1]"
      }
    }
  }

  /// A quadratic reader would take minutes here.
  @Test(.timeLimit(.minutes(5)), arguments: LongText.allCases)
  func `the time grows with the length`(_ kind: LongText) throws {
    _ = try Self.read(kind.text(150_000))
  }

  // MARK: What people write

  @Test func `comments, last commas, single quotes and bare names are read where asked for`() throws
  {
    let text = """
      // A comment with "quotes" and {braces
      { /* another
           */ 'a': 'it\\'s "so"', // and one more
        $b_1: [1, 2,], "c": /**/ "//no comment",
      } // the end
      """
    let node = try Self.read(text, .commented)
    #expect(node["a"]?.string == "it's \"so\"")
    #expect(node["$b_1"]?.array?.count == 2)
    #expect(node["c"]?.string == "//no comment")
    #expect(node["c"]?.place == JSONPlace(line: 4, column: 28))
    #expect(Self.error(text) != nil)
  }

  @Test(arguments: [
    ("[,]", "line 1, column 2: expected a value, found ','"),
    ("[1,,]", "line 1, column 4: expected a value, found ','"),
    ("{,}", "line 1, column 2: expected the name of a member, found ','"),
    (
      "1 /* x",
      "line 1, column 7: the text ends within the comment that begins at line 1, column 3; expected '*/'"
    ),
    ("1 /", "line 1, column 3: found '/' alone; a comment begins with '//' or '/*'"),
    (
      "/*/",
      "line 1, column 4: the text ends within the comment that begins at line 1, column 1; expected '*/'"
    ),
    ("+1", "line 1, column 1: expected a value, found '+'"),
    ("0x10", "line 1, column 2: found 'x10' within a number; expected its end"),
    (".5", "line 1, column 1: expected a value, found '.'"),
    ("# x\n1", "line 1, column 1: expected a value, found '#'"),
    ("{a:1,'a':2}", "line 1, column 6: the name 'a' stands twice, first at line 1, column 2"),
    ("{1a:1}", "line 1, column 2: expected the name of a member, found '1a'"),
    (
      "'a\"",
      "line 1, column 4: the text ends within the string that begins at line 1, column 1; expected '"
    ),
  ])
  func `what is wrong there too is an error`(_ text: String, _ message: String) {
    #expect(Self.error(text, .commented) == message)
  }
}
