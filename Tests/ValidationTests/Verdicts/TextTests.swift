import AttachmentIntake
import Testing

@Suite(.timeLimit(.minutes(5))) struct TextTests {
  private static let valid: ContentVerdict = .valid(ContentFacts())

  @Test func `text opens in UTF-8 and by its mark in UTF-16`() async throws {
    let texts: [[UInt8]] = [
      Array("a".utf8), Array("Grüße, 東京 🎉\r\n\t\u{1B}[1mbold\u{1B}[0m\u{C}".utf8),
      [0xEF, 0xBB, 0xBF, 0x61], [0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61],
      [0xFF, 0xFE, 0x3D, 0xD8, 0, 0xDE], Array(repeating: UInt8(ascii: "x"), count: 100_000),
    ]
    try await withValidators { validators async throws in
      for text in texts {
        #expect(try await validators.verdict(on: text, as: "public.plain-text") == Self.valid)
      }
    }
  }

  @Test func `what is not well formed in its encoding does not open`() async throws {
    let texts: [[UInt8]] = [
      // Cut within a character, behind a mark, half a unit, half a pair, a pair the wrong way round.
      Array("Grü".utf8) + [0xC3], Array("東".utf8) + [0xE6, 0x9D],
      Array("é".utf8) + [0xF0, 0x9F, 0x8E],
      [0xEF, 0xBB, 0xBF, 0xFF], [0xFF, 0xFE, 0x61], [0xFF, 0xFE, 0x3D, 0xD8],
      [0xFE, 0xFF, 0xDC, 0, 0xD8, 0],
    ]
    try await withValidators { validators async throws in
      for text in texts {
        #expect(
          try await validators.verdict(on: text, as: "public.plain-text") == .invalid(.encoding),
          "\(text)")
      }
    }
  }

  @Test func `an older encoding cannot be told and is not called valid`() async throws {
    try await withValidators { validators async throws in
      let values: [[UInt8]] = [
        [0x47, 0x72, 0xFC, 0xDF, 0x65], [0x93, 0x8C, 0x8B, 0x9E, 0x2E, 0x2E],
        // Latin-1 whose last letter is one that a sequence of UTF-8 can begin with.
        [0x63, 0x61, 0x66, 0xE9], [0x4E, 0x61, 0x6D, 0x65, 0x3B, 0x43, 0x61, 0x66, 0xE9],
      ]
      for text in values {
        #expect(
          try await validators.verdict(on: text, as: "public.plain-text")
            == .notValidated(.unknownEncoding))
      }
    }
  }

  @Test func `a text of DOS ends with the character that says so`() async throws {
    let line = Array("some text\r\n\u{0B}".utf8)
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: line + [0x1A], as: "public.plain-text") == Self.valid)
      #expect(
        try await validators.verdict(on: [0x1A] + line, as: "public.plain-text")
          == .invalid(.controlCharacters))
    }
  }

  @Test func `the characters of binary files are not text wherever they stand`() async throws {
    let line = Array("some text, longer than a word\n".utf8)
    try await withValidators { validators async throws in
      let values: [UInt8] = [0, 1, 6, 0x0E, 0x1F]
      for control in values {
        for place in [0, 7, 8, 20, line.count] {
          var text = line
          text.insert(control, at: place)
          #expect(
            try await validators.verdict(on: text, as: "public.plain-text")
              == .invalid(.controlCharacters), "\(control) at \(place)")
        }
      }
      #expect(
        try await validators.verdict(on: [0xFF, 0xFE, 1, 0], as: "public.plain-text")
          == .invalid(.controlCharacters))
      // Behind bytes of an older encoding.
      #expect(
        try await validators.verdict(on: [0xFC, 0x20, 0x00], as: "public.plain-text")
          == .invalid(.controlCharacters))
    }
  }

  @Test func `markup that nobody parses may be refused as text and is never valid`() async throws {
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: "<?xml version='1.0'?><a/>", as: "public.xml")
          == .notValidated(.noValidator))
      #expect(
        try await validators.verdict(on: "<?xml version='1.0'?><a>\u{1}</a>", as: "public.xml")
          == .invalid(.controlCharacters))
    }
  }
}
