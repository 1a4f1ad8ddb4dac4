import Testing
import intake_server

@Suite(.timeLimit(.minutes(5)))
struct MultipartParserTests {
  /// Everything that a parser says of `body`, which it is given in chunks of `size` bytes; contents of one part are
  /// put together.
  private func read(
    _ body: some Sequence<UInt8>, boundary: String = "XX", chunk size: Int = .max,
    limits: MultipartLimits = MultipartLimits()
  ) throws -> [Part] {
    var parser = try MultipartParser(
      contentType: "multipart/form-data; boundary=\(boundary)", limits: limits)
    var rest = Array(body)[...]
    var parts: [Part] = []
    while true {
      switch try parser.next() {
      case .part(let header): parts.append(Part(header: header))
      case .content(let bytes): parts[parts.count - 1].content += bytes
      case .endOfPart: parts[parts.count - 1].isComplete = true
      case .end: return parts
      case .needsBytes:
        if rest.isEmpty { parser.finish() } else { try parser.append(Array(rest.prefix(size))) }
        rest = rest.dropFirst(size)
      }
    }
  }

  private struct Part: Equatable {
    let header: PartHeader
    var content: [UInt8] = []
    var isComplete = false
  }

  private func file(_ name: String, _ content: String) -> String {
    """
    --XX\r
    Content-Disposition: form-data; name="files"; filename="\(name)"\r
    Content-Type: image/png\r
    \r
    \(content)\r

    """
  }

  @Test(arguments: 1...64)
  func `parts are the same however the body is cut into chunks`(size: Int) throws {
    let contents = ["", "a", "\r\n", "\r\n--X", "--XX", "\r\n--XY\r\r\n--", "end\r"]
    let body = contents.map { file("x", $0) }.joined() + "--XX--\r\nbehind"
    let parts = try read(body.utf8, chunk: size)
    #expect(parts.map { String(decoding: $0.content, as: UTF8.self) } == contents)
    #expect(parts.allSatisfy { $0.isComplete && $0.header.filename == "x" })
  }

  @Test func `a content that looks like delimiters again and again is passed on whole`() throws {
    let content = Array(repeatElement("\r\n--X", count: 20_000).joined().utf8)
    let body = Array(file("x", "").utf8.dropLast(2)) + content + Array("\r\n--XX--".utf8)
    #expect(try read(body, chunk: 1_000).map(\.content) == [content])
  }

  @Test func `spaces behind a boundary, and lines in front of the first, are passed over`() throws {
    let body = "in front\r\n--XX \t\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--XX--"
    let parts = try read(body.utf8)
    #expect(parts.map(\.header.field) == ["a"])
    #expect(parts.map(\.header.isFile) == [false])
  }

  @Test func `a body of no parts has none`() throws { #expect(try read("--XX--".utf8) == []) }

  private static let malformed: [(String, String)] = [
    ("", "the body is empty"),
    ("--X", "the body ends before the first part"),
    ("--XXX", "does not end its line"),
    ("--XX\r\nContent-Disposition: form-data\r\n\r\nabc", "the body ends in part 1"),
    ("--XX\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--XX", "the body ends in part 1"),
    ("--XX\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--XXa", "does not end its line"),
    ("--XX\r\nContent-Type: image/png\r\n\r\n\r\n--XX--", "part 1 has no Content-Disposition"),
    ("--XX\r\n: x\r\n\r\n\r\n--XX--", "part 1 has a header line without a name"),
    ("--XX\r\nno colon\r\n\r\n\r\n--XX--", "part 1 has a header line without a name"),
    ("--XX\r\nContent Type: x\r\n\r\n\r\n--XX--", "whose name is none"),
    ("--XX\r\nA: 1\r\na: 2\r\n\r\n\r\n--XX--", "part 1 has the header 'a' twice"),
    ("--XX\r\nContent-Disposition: attachment\r\n\r\n\r\n--XX--", "other than form-data"),
    (
      """
      --XX\r\nContent-Disposition: form-data\r\nContent-Transfer-Encoding: base64\r\n\r\n\r\n--XX--
      """, "an encoding of its own"
    ),
  ]

  @Test(arguments: malformed)
  func `what is malformed is an error that says where`(_ body: String, _ text: String) {
    for size in [1, 7, .max] {
      let error = #expect(throws: MultipartError.self) { try read(body.utf8, chunk: size) }
      #expect(error?.description.contains(text) == true, "\(String(describing: error))")
      #expect(error?.kind == .malformed)
    }
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"a \"",
    "multipart/form-data; boundary=ä",
    "multipart/form-data; boundary=" + String(repeating: "x", count: 71),
  ])
  func `a boundary that is none is an error`(_ contentType: String) {
    #expect(throws: MultipartError.self) {
      try MultipartParser(contentType: contentType, limits: MultipartLimits())
    }
  }

  @Test func `a header, or a beginning, without an end is refused at its limit`() {
    let header = "--XX\r\nA: " + String(repeating: "x", count: 100_000)
    for body in [header, String(repeating: "y", count: 100_000)] {
      var given = 0
      #expect(throws: MultipartError.self) {
        let pieces = Array(body.utf8).lazy.map { byte -> UInt8 in
          given += 1
          return byte
        }
        var parser = try MultipartParser(
          contentType: "multipart/form-data; boundary=XX", limits: MultipartLimits())
        for byte in pieces {
          while try parser.next() != .needsBytes {}
          try parser.append([byte])
        }
      }
      #expect(given < 9_000)
    }
  }

  @Test func `more parts or bytes than one request may have are too large`() throws {
    let body = (0..<4).map { file("\($0)", "x") }.joined() + "--XX--"
    var limits = MultipartLimits()
    limits.parts = 4
    #expect(try read(body.utf8, limits: limits).count == 4)
    limits.parts = 3
    #expect(throws: MultipartError("the body has more than 3 parts", .tooLarge)) {
      try read(body.utf8, limits: limits)
    }
    limits.parts = 4
    limits.size = 100
    #expect(throws: MultipartError("the body has more than 100 bytes", .tooLarge)) {
      try read(body.utf8, chunk: 10, limits: limits)
    }
  }

  @Test func `any bytes are parts or an error, and never a crash`() throws {
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "\r\n--XX", "--XX\r\n", "--", "\r\n", "Content-Disposition: form-data", "\r\n\r\n", ";", "\"",
      "x",
    ]
    var whole = 0
    for _ in 0..<5_000 {
      let body = (0..<Int.random(in: 0..<12)).map { _ in pieces.randomElement(using: &random) ?? ""
      }
      do {
        _ = try read(("--XX\r\n" + body.joined() + "\r\n--XX--").utf8, chunk: .random(in: 1...20))
        whole += 1
      } catch is MultipartError {}
    }
    #expect(whole > 0)
  }
}
