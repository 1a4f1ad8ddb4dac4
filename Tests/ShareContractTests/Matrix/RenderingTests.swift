import IntakeTesting
import ShareContract
import Testing

/// The matrix as text of several kinds.
struct RenderingTests {
  private typealias Samples = MatrixSamples

  /// A matrix with a verdict of each kind, an unmatched record, and names that try to be markup, a formula and a
  /// command.
  private static func sample() throws -> TypeMatrix {
    var hostile = Samples.still
    hostile.id = "hostile"
    hostile.source = "-2+3"
    hostile.content = "a & b's"
    hostile.items = [SharedItem(attachments: [["<script>alert(1)</script>", "a|b\"`*_\u{202E}"]])]
    hostile.tests = ["=HYPERLINK(\"http://example.org\")", "@a,b\r\nc"]
    var device = Samples.still
    device.id = "device"
    device.source = "Camera"
    device.requiresDevice = true
    var stale = Samples.photo(1)
    stale.row = RowReference(id: "device", revision: "0000000000000000")
    var different = Samples.photo(2, .synthetic, at: 7) { $0.representations[0].delivery = .data }
    different.row = RowReference(id: Samples.still.id, revision: try Samples.still.revision)
    let failed = Samples.photo(3) { $0.readBack = .init(by: .host, failure: .digestMismatch) }
    var unmatched = Samples.photo(4)
    unmatched.row = RowReference(id: "<gone>", revision: "0000000000000000")
    return try TypeMatrix(
      contract: InputContract(
        name: "Example <1> & \"2\"", rule: Samples.rule,
        rows: [Samples.still, hostile, device, Samples.link]),
      records: [stale, different, failed, unmatched, Samples.photo(5, .reported)],
      tests: Samples.passed, objections: ["The results are <cut>."])
  }

  @Test func `two makings of the same matrix have the same bytes`() throws {
    let (first, second) = (try Self.sample(), try Self.sample())
    #expect(first == second)
    #expect(first.markdown() == second.markdown())
    #expect(first.csv() == second.csv())
    #expect(first.json() == second.json())
    #expect(first.html() == second.html())
  }

  @Test func `Markdown shows rows, reasons and totals, and escapes what it would act on`() throws {
    let text = try Self.sample().markdown()
    #expect(text.hasPrefix("# Type matrix: Example &lt;1&gt; &amp; \"2\"\n"))
    #expect(
      text.contains("| photos-still | Photos | still photo | the extension appears; stored from"))
    #expect(text.contains("- **device**: device: stale"))
    #expect(text.contains("**✗ not green**: 4 rows: "))
    #expect(text.contains("\\[") == false)
    #expect(!text.contains("<script>") && !text.contains("\u{202E}"))
    // Each line of a table has as many bars as its header.
    for table in text.split(separator: "\n\n") where table.hasPrefix("| ") {
      let bars = table.split(separator: "\n").map { line in
        line.replacing("\\|", with: "").count { $0 == "|" }
      }
      #expect(Set(bars).count == 1, "\(table)")
    }
  }

  @Test func `comma-separated values are as RFC 4180 has them`() throws {
    let text = try Self.sample().csv()
    let rows = try CommaSeparatedRows.read(text)
    #expect(Set(rows.map(\.count)) == [14])
    // A header, and a line for each of four rows and four columns.
    #expect(rows.count == 1 + 4 * 4)
    #expect(rows[0].prefix(3) == ["row", "source", "content"])
    #expect(text.hasSuffix("\r\n") && !text.replacing("\r\n", with: "").contains("\r\n"))
  }

  @Test func `no field of the values is a formula`() throws {
    let rows = try CommaSeparatedRows.read(try Self.sample().csv())
    for field in rows.joined() {
      #expect(!"=+-@\t\r".contains(field.first ?? " "), "\(field)")
    }
    #expect(rows.joined().contains("'-2+3"))
    #expect(rows.joined().contains { $0.hasPrefix("'=HYPERLINK") })
  }

  @Test func `JSON is one line whose members are stable`() throws {
    let bytes = try Self.sample().json()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.hasPrefix(#"{"version":1,"contract":"Example <1> & \"2\"","contractDigest":"sha256:"#))
    #expect(text.count { $0 == "\n" } == 1 && text.hasSuffix("}\n"))
    for part in [
      #""isGreen":false,"objections":["The results are <cut>."]"#, #""totals":{"rows":4,"red":4,"#,
      #""columns":{"automated":{"demanded":3,"#,
      #"{"id":"device","revision":"#, #"{"reason":"cell","column":"device","verdict":"stale""#,
      #""subject":"read-back","attachment":1,"expected":"read by the app","observed":"digest-mismatch","isFailure":true"#,
      #""share":"00000000-0000-0000-0000-000000000001","verdict":"stale","counts":true"#,
      #""unmatched":[{"share":"00000000-0000-0000-0000-000000000004","origin":"device""#,
      #""reason":"unknown-row""#, #""reported":1}"#,
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func `the page says each verdict with a mark and in words`() throws {
    let html = try Self.sample().html()
    for verdict in TypeMatrix.Verdict.allCases {
      #expect(
        html.contains("<dt class=\"\(verdict.rawValue)\">\(verdict.symbol) \(verdict.words)</dt>"))
    }
    #expect(html.contains("<strong>✗ fail</strong>"))
    #expect(html.contains("Records that fit no row"))
    #expect(html.contains("prefers-color-scheme: dark"))
    #expect(html.contains("@media print"))
    #expect(html.contains("display: table-header-group"))
    #expect(html.contains("<code>sha256:"))
  }

  @Test func `on the page words are whole, identifiers break at dots, and tables scroll`() throws {
    let html = try Self.sample().html()
    #expect(html.contains("public.<wbr />heic"))
    #expect(!html.contains("vertical-align: top;\n  overflow-wrap: anywhere"))
    #expect(html.contains(".scroll { overflow-x: auto;"))
    let pieces = html.split(separator: "<table")
    #expect(pieces.count > 3)
    #expect(
      pieces.dropLast().allSatisfy { $0.hasSuffix("<div class=\"scroll\" tabindex=\"0\">\n") })
  }

  @Test func `a cell that nothing demands and nobody looked at is a dash for every reader`() throws
  {
    let matrix = try Self.sample()
    let quiet = matrix.rows.flatMap(\.cells).filter { $0.isQuiet }
    #expect(!quiet.isEmpty && quiet.allSatisfy { !$0.isDemanded && $0.verdict == .notTested })
    let pieces = matrix.html().split(
      separator: "<strong>-</strong>", omittingEmptySubsequences: false)
    #expect(pieces.count == quiet.count + 1)
    #expect(matrix.markdown().contains("| - |"))
  }

  @Test func `the page stands alone, and runs nothing`() throws {
    let html = try Self.sample().html()
    for part in [
      "<script", "javascript:", " src=", " href=", "url(", "@import", "onload", "\u{202E}",
    ] {
      #expect(!html.contains(part), "\(part)")
    }
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(html.contains("\\u{202E}"))
  }

  @Test(.enabled(if: Python.isInstalled))
  func `the page is HTML and well-formed XML`() async throws {
    let output = try await Python.run(
      """
      import sys, html.parser, xml.etree.ElementTree as tree
      text = sys.stdin.buffer.read().decode("utf-8")
      name = "{http://www.w3.org/1999/xhtml}"
      root = tree.fromstring(text)
      bodies = root.findall(f".//{name}table[@class='rows']/{name}tbody")
      print(root.tag == name + "html", len(bodies))
      print(sorted({len(row) for body in bodies for row in body}))
      class Parser(html.parser.HTMLParser):
        stack, worst = [], 0
        def handle_starttag(self, tag, attributes): self.stack.append(tag)
        def handle_startendtag(self, tag, attributes): pass
        def handle_endtag(self, tag): assert self.stack.pop() == tag, tag
      parser = Parser()
      parser.feed(text)
      parser.close()
      print(parser.stack)
      """, input: try Self.sample().html())
    #expect(output == "True 4\n[8]\n[]\n")
  }

  @Test(.enabled(if: Python.isInstalled))
  func `a stranger's parsers read the values and the JSON`() async throws {
    let matrix = try Self.sample()
    let script = """
      import sys, csv, json, io
      text = sys.stdin.buffer.read().decode("utf-8")
      values, line = text.split("\\x00")
      rows = list(csv.reader(io.StringIO(values, newline=""), strict=True))
      print(len(rows), {len(row) for row in rows}, rows[1][0])
      value = json.loads(line)
      print([row["verdict"] for row in value["rows"]])
      """
    let text = matrix.csv() + "\0" + String(decoding: matrix.json(), as: UTF8.self)
    let output = try await Python.run(script, input: text)
    let verdicts = matrix.rows.map { "'\($0.verdict.rawValue)'" }.joined(separator: ", ")
    #expect(output == "17 {14} photos-still\n[\(verdicts)]\n")
  }

  @Test func `an empty matrix is rendered as well`() throws {
    let matrix = try TypeMatrix(
      contract: InputContract(name: "Empty", rule: Samples.rule), records: [])
    #expect(matrix.csv().split(separator: "\r\n").count == 1)
    #expect(matrix.markdown().contains("0 rows"))
    #expect(matrix.html().hasSuffix("</html>\n"))
  }
}

/// Reads comma-separated values strictly, so that what is written is read by something else than itself.
enum CommaSeparatedRows {
  struct Malformed: Error { let at: Int }

  static func read(_ text: String) throws -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var rest = Array(text.unicodeScalars)[...]
    while !rest.isEmpty {
      var field = ""
      if rest.first == "\"" {
        rest.removeFirst()
        while true {
          guard let next = rest.popFirst() else { throw Malformed(at: rest.startIndex) }
          if next != "\"" {
            field.unicodeScalars.append(next)
          } else if rest.first == "\"" {
            field.unicodeScalars.append(rest.removeFirst())
          } else {
            break
          }
        }
      } else {
        while let next = rest.first, next != ",", next != "\r" {
          guard next != "\"", next != "\n" else { throw Malformed(at: rest.startIndex) }
          field.unicodeScalars.append(rest.removeFirst())
        }
      }
      row.append(field)
      switch rest.popFirst() {
      case ",": continue
      case "\r" where rest.popFirst() == "\n":
        rows.append(row)
        row = []
      default: throw Malformed(at: rest.startIndex)
      }
    }
    return rows
  }
}
