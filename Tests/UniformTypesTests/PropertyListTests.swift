import Foundation
import IntakeTesting
import Testing
import UniformTypes

@Suite struct PropertyListTests {
  static func xml(_ body: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\(body)</plist>\n".utf8)
  }

  /// A binary property list of these objects, the first of which is the root.
  static func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = .latin1("bplist00")
    var places: [Int] = []
    for object in objects {
      places.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    return bytes + places.flatMap { [UInt8].big($0, 4) } + [0, 0, 0, 0, 0, 0, 4, 2]
      + .big(objects.count, 8) + .big(0, 8) + .big(table, 8)
  }

  static var sample: [String: Any] {
    [
      "text": "é & <漢> \u{1F469}", "empty": "", "yes": true, "no": false, "one": 1, "minus": -7,
      "big": Int64.max, "small": Int64.min, "half": 0.5, "data": Data([0, 1, 254, 255]),
      "date": Date(timeIntervalSinceReferenceDate: 700_000_123),
      "list": [1, "two", [3.5], [:] as [String: Any]],
      "long": String(repeating: "x", count: 300), "many": Array(repeating: 9, count: 300),
    ]
  }

  static let expected: PropertyListValue = .dictionary([
    "text": .string("é & <漢> \u{1F469}"), "empty": .string(""), "yes": .boolean(true),
    "no": .boolean(false), "one": .integer(1), "minus": .integer(-7), "big": .integer(.max),
    "small": .integer(.min), "half": .real(0.5), "data": .data([0, 1, 254, 255]),
    "date": .date(700_000_123),
    "list": .array([.integer(1), .string("two"), .array([.real(3.5)]), .dictionary([:])]),
    "long": .string(String(repeating: "x", count: 300)),
    "many": .array(Array(repeating: .integer(9), count: 300)),
  ])

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `what the system writes is read`(format: PropertyListSerialization.PropertyListFormat) throws
  {
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: Self.sample, format: format, options: 0)
    #expect(try PropertyListValue(reading: Array(bytes)) == Self.expected)
  }

  @Test(
    arguments: [
      (
        "<string>a&amp;b&#65;&#x1F469;<![CDATA[<&]]><!-- x -->c</string>",
        .string("a&bA\u{1F469}<&c")
      ),
      ("<integer> -0x1f </integer>", .integer(-31)), ("<integer>+5</integer>", .integer(5)),
      ("<string/>", .string("")), ("<dict/>", .dictionary([:])), ("<array></array>", .array([])),
      ("<data>AP8=</data>", .data([0, 255])), ("<data> A A = = </data>", .data([0])),
      ("<date>2000-02-29T23:59:59Z</date>", .date(-26_438_401)), ("<real>nan</real>", nil),
      ("<date>1970-01-01T00:00:00Z</date>", .date(-978_307_200)),
      ("<!-- c --><array><!-- d --><true/></array><!-- e -->", .array([.boolean(true)])),
      ("<dict><key>a'\"</key><real>1e3</real></dict>", .dictionary(["a'\"": .real(1_000)])),
    ] as [(String, PropertyListValue?)])
  func `XML is read as it is meant`(body: String, value: PropertyListValue?) throws {
    let read = try PropertyListValue(reading: Self.xml(body))
    if let value { #expect(read == value) } else { #expect(read.kind == "a real number") }
  }

  @Test(arguments: [
    ("", 2, "has something else"), ("<dict><key>a</key></dict>", 2, "without a value"),
    ("<dict>\n<key>a</key><true/>\n<key>a</key><true/></dict>", 4, "same key twice"),
    ("\n<integer>1x</integer>", 3, "no integer"),
    ("<integer>9223372036854775808</integer>", 2, "no integer"),
    ("<integer>0x-5</integer>", 2, "no integer"), ("<integer>0x</integer>", 2, "no integer"),
    ("<real>x</real>", 2, "no real"), ("<date>2001-13-01T00:00:00Z</date>", 2, "no date"),
    ("<date>yesterday</date>", 2, "no date"), ("<data>A</data>", 2, "base 64"),
    ("<data>AA</data>", 2, "base 64"),
    ("<data>AA==AA==</data>", 2, "base 64"), ("<string>&lol;</string>", 2, "not built in"),
    ("<string>&#0;</string>", 2, "not built in"), ("<string>&#xD800;</string>", 2, "not built in"),
    ("<string>& b</string>", 2, "begins no entity"), ("<string><b/></string>", 2, "inside string"),
    ("<true>x</true>", 2, "holds text"), ("<string>a", 2, "no end of string"),
    ("<array><true/>", 2, "no end of array"),
    ("<true/><true/>", 2, "no end of plist"), ("<dict><true/></dict>", 2, "where a key belongs"),
    ("<key>a</key>", 2, "no value: key"), ("<foo/>", 2, "no value: foo"),
    ("<string a='>", 2, "without an end"),
    ("<!-- x", 2, "without an end"), ("<string><![CDATA[x</string>", 2, "without an end"),
    ("<>", 2, "without a name"),
  ])
  func `wrong XML is refused with its line`(body: String, line: Int, reason: String) {
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListValue(reading: Self.xml(body))
    }
    #expect(error?.reason.contains(reason) == true, "\(error?.description ?? "")")
    guard case .line(let found, _)? = error?.place else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == line)
  }

  @Test(
    arguments: [
      [], .latin1("hello"), .latin1("<plist><true/>"), .latin1("<plist/>"), .latin1("<true/>x"),
      .latin1("{ a = b; }"), .latin1("<plist><string>\u{FF}</string></plist>"),
      [0xFF, 0xFE, 0x3C, 0],
      .latin1("<plist><string>\0</string></plist>"), .latin1("<?xml"), .latin1("<!DOCTYPE plist"),
      .latin1("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>"),
    ] as [[UInt8]])
  func `what is no property list is refused`(bytes: [UInt8]) {
    #expect(throws: PropertyListError.self) { try PropertyListValue(reading: bytes) }
  }

  @Test func `the column of an error counts from the line's beginning`() {
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListValue(reading: .latin1("<array>\n  <true/>\n  <foo/></array>"))
    }
    #expect(error?.place == .line(3, column: 3))
  }

  @Test func `depth is bounded in XML`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      .latin1(
        String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth))
    }
    #expect(throws: Never.self) { try PropertyListValue(reading: nested(64)) }
    for depth in [65, 200_000] {
      let error = #expect(throws: PropertyListError.self) {
        try PropertyListValue(reading: nested(depth))
      }
      #expect(error?.place == .line(1, column: 64 * 7 + 1))
    }
  }

  @Test func `size and number of values are bounded`() {
    let limit = PropertyListValue.maximumSize
    let large = Self.xml("<string>" + String(repeating: "x", count: limit) + "</string>")
    #expect(throws: PropertyListError.self) { try PropertyListValue(reading: large) }
    let many = Self.xml("<array>" + String(repeating: "<true/>", count: 300_000) + "</array>")
    let error = #expect(throws: PropertyListError.self) { try PropertyListValue(reading: many) }
    #expect(error?.reason.contains("262144 values") == true)
  }

  @Test func `binary values of all widths are read`() throws {
    let objects: [[UInt8]] = [
      [0xA9] + (1...9).flatMap { [UInt8].big($0, 2) },
      [0x10, 0xFF], [0x11, 0xFF, 0xFE], [0x12, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x13] + Array(repeating: 0xFF, count: 8), [0x14] + Array(repeating: 0xFF, count: 16),
      [0x22, 0x3F, 0, 0, 0], [0x80, 7], [0x62, 0, 0x41, 0x6F, 0x22], [0x5F, 0x10, 1, 0x41],
    ]
    #expect(
      try PropertyListValue(reading: Self.binary(objects))
        == .array([
          .integer(255), .integer(65_534), .integer(4_294_967_295), .integer(-1), .integer(-1),
          .real(0.5), .reference(7), .string("A漢"), .string("A"),
        ]))
  }

  static let hostile: [(String, [[UInt8]])] = [
    ("holds itself", [[0xA1, 0, 0]]), ("holds itself", [[0xA1, 0, 1], [0xA1, 0, 0]]),
    ("holds itself", [[0xD1, 0, 1, 0, 0], [0x51, 0x61]]), ("not there", [[0xA1, 0, 9]]),
    ("cut off", [[0xAE]]),
    ("cut off", [[0x4F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
    ("cut off", [[0x6F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
    ("does not fit in", [[0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
    ("without a count", [[0x5F, 0x51, 0x41]]), ("without a count", [[0x5F]]),
    ("no text", [[0x51, 0xFF]]), ("no text", [[0x61, 0xD8, 0x00]]), ("unknown kind", [[0x00]]),
    ("unknown kind", [[0xC0]]), ("unknown kind", [[0x70]]), ("unknown kind", [[0x34]]),
    ("too wide", [[0x15]]), ("beyond 64 bits", [[0x14] + Array(repeating: 1, count: 16)]),
    ("beyond 63 bits", [[0x87] + Array(repeating: 0xFF, count: 8)]),
    ("no string", [[0xD1, 0, 1, 0, 1], [0x08]]), ("cut off", [[0x33, 0, 0]]),
    ("same key twice", [[0xD2, 0, 1, 0, 1, 0, 1, 0, 1], [0x51, 0x61]]),
    // Each object holds the next one twice: 2^40 values in 200 bytes.
    ("262144 values", (1...40).map { [0xA2] + .big($0, 2) + .big($0, 2) } + [[0x09]]),
    // One long string, used a thousand times.
    (
      "16777216 bytes",
      [[0xAF, 0x11, 0x03, 0xE8] + Array((0..<1_000).map { _ in [UInt8]([0, 1]) }.joined())]
        + [[0x5F, 0x12, 0, 1, 0, 0] + Array(repeating: 0x61, count: 65_536)]
    ),
    ("deeper than 64", (1...70).map { [0xA1] + .big($0, 2) } + [[0x09]]),
  ]

  @Test(arguments: hostile)
  func `hostile binary property lists are refused`(reason: String, objects: [[UInt8]]) {
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListValue(reading: Self.binary(objects))
    }
    #expect(error?.reason.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test func `no cut, and no wild trailer, of a binary property list is read`() {
    let whole = Self.binary([[0xA1, 0, 1], [0x51, 0x61]])
    for length in 0..<whole.count {
      #expect(throws: PropertyListError.self) {
        try PropertyListValue(reading: Array(whole[..<length]))
      }
    }
    for place in whole.count - 26..<whole.count {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var damaged = whole
        damaged[place] = value
        _ = try? PropertyListValue(reading: damaged)
      }
    }
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `damaged property lists are read or refused, and never crash`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let whole = try PropertyListSerialization.data(
      fromPropertyList: Self.sample, format: format, options: 0)
    var random = SeededGenerator(seed: 5)
    var refused = 0
    for _ in 0..<2_000 {
      let damaged = random.mutate(Array(whole))
      do {
        _ = try PropertyListValue(reading: damaged)
      } catch {
        refused += 1
        #expect(!error.reason.isEmpty)
      }
    }
    #expect(refused > 500)
  }
}
