import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct StructuredTextTests {
  private static let valid: ContentVerdict = .valid(ContentFacts())

  @Test func `JSON is read strictly`() async throws {
    let cases: [(String, ContentVerdict)] = [
      (#"{"a": [1, 2.5e3, true, null, "\u00e9"]}"#, Self.valid), (" 1 ", Self.valid),
      (#"{"a": [1,]}"#, .invalid(.damaged)), (#"{"a": "#, .invalid(.damaged)),
      (#"{'a': 1}"#, .invalid(.damaged)), ("// no\n1", .invalid(.damaged)),
      ("1 2", .invalid(.damaged)), ("   ", .invalid(.damaged)),
    ]
    try await withValidators { validators async throws in
      for (text, verdict) in cases {
        #expect(try await validators.verdict(on: text, as: "public.json") == verdict, "\(text)")
      }
      #expect(
        try await validators.verdict(on: [0x22, 0xFF, 0x22], as: "public.json")
          == .invalid(.encoding))
    }
  }

  @Test func `JSON that is too deep or too large is refused before it is read`() async throws {
    try await withValidators { validators async throws in
      let deep = [UInt8](repeating: UInt8(ascii: "["), count: 4 << 20)
      #expect(
        try await validators.verdict(on: deep, as: "public.json")
          == .refused(.depth, found: 4 << 20, limit: 64))
      let many = Array("[".utf8) + Array(repeatElement(Array("1,".utf8), count: 1_000_001).joined())
      #expect(
        try await validators.verdict(on: many, as: "public.json")
          == .notValidated(.overSizeLimit))
      let path = validators.folder.path(of: "large.json")
      try Files.makeSparse(path, beginningWith: [UInt8(ascii: "[")], size: 17 << 20)
      #expect(
        try await validators.verdict(onFile: path, as: "public.json")
          == .notValidated(.overSizeLimit))
    }
  }

  @Test func `brackets within strings are not depth`() async throws {
    let text = "\"" + String(repeating: "[\\\"{", count: 1000) + "\""
    try await withValidators { validators async throws in
      #expect(try await validators.verdict(on: text, as: "public.json") == Self.valid)
    }
  }

  @Test func `a property list is read in both forms`() async throws {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>a</key><array><integer>1</integer></array></dict></plist>
      """
    // {"a": 1}
    let binary: [UInt8] =
      Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, 0x61, 0x10, 1, 8, 11, 13]
      + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0]
      + [0, 0, 0, 0, 0, 0, 0, 15]
    try await withValidators { validators async throws in
      let type: TypeIdentifier = "com.apple.property-list"
      #expect(try await validators.verdict(on: xml, as: type) == Self.valid)
      #expect(try await validators.verdict(on: binary, as: type) == Self.valid)
      #expect(
        try await validators.verdict(on: String(xml.dropLast(4)), as: type) == .invalid(.damaged))
      #expect(
        try await validators.verdict(on: Array(binary.dropLast()), as: type) == .invalid(.damaged))
      #expect(
        try await validators.verdict(on: "{ a = 1; }", as: type)
          == .notValidated(.unsupportedFeature))
    }
  }
}
