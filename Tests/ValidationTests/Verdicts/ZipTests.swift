import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ZipValidationTests {
  private static let zip: TypeIdentifier = "public.zip-archive"

  @Test func `a zip is unpacked to its end and counted`() async throws {
    let bytes = try ZipBytes.make([
      ("a.txt", Array("hello".utf8)), ("Grüße/東京.txt", Array("more".utf8)), ("empty", []),
    ])
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: bytes, as: Self.zip)
          == .valid(ContentFacts(entries: 3, decodedSize: .bytes(9))))
    }
  }

  @Test func `a zip within a zip is an entry and is not opened`() async throws {
    let bomb = try await onOwnThread { try ZipBytes.zeros(64 << 20) }
    let nested = try ZipBytes.make([("inner.zip", bomb)])
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: nested, as: Self.zip)
          == .valid(ContentFacts(entries: 1, decodedSize: .bytes(bomb.count))))
    }
  }

  @Test func `a zip that is cut or changed does not open`() async throws {
    let content = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    let bytes = try ZipBytes.make([("a", content), ("b", content)])
    try await withValidators { validators async throws in
      for cut in [1, 10, 30, bytes.count / 2] {
        #expect(
          try await validators.verdict(on: Array(bytes.dropLast(cut)), as: Self.zip)
            == .invalid(.damaged), "without the last \(cut)")
      }
      var changed = bytes
      changed[200] ^= 0x55
      #expect(try await validators.verdict(on: changed, as: Self.zip) == .invalid(.damaged))
      // The bytes are as they were stored, and their sum is another.
      var stored = ZipBytes.stored([(Array("a".utf8), Array("content".utf8))])
      stored[33] ^= 1
      #expect(try await validators.verdict(on: stored, as: Self.zip) == .invalid(.damaged))
    }
  }

  @Test(arguments: [
    "/etc/passwd", "../up", "a/../../up", "\\up", "a\\..\\up", "C:\\up", "c:/up", "..",
    String(repeating: "x", count: 5000),
  ]) func `a name that leads out of its folder is refused`(name: String) async throws {
    let bytes = ZipBytes.stored([
      (Array("good".utf8), [1]), (Array(name.utf8), [2]),
    ])
    try await withValidators { validators async throws in
      #expect(try await validators.verdict(on: bytes, as: Self.zip) == .invalid(.entryName))
    }
  }

  @Test(arguments: ["./a", "a//b", "a..b", "...", "Größe", "a b", "CON"])
  func `a name that is only unusual is not`(name: String) async throws {
    let bytes = ZipBytes.stored([(Array(name.utf8), [1])])
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: bytes, as: Self.zip)
          == .valid(ContentFacts(entries: 1, decodedSize: .bytes(1))))
    }
  }

  @Test func `a name in an older encoding is taken by its bytes`() async throws {
    let bytes = ZipBytes.stored([
      ([0x93, 0x8C, 0x8B, 0x9E], [1]), ([0x93, 0x8C, 0x8B, 0x9F], [1]),
    ])
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: bytes, as: Self.zip)
          == .valid(ContentFacts(entries: 2, decodedSize: .bytes(2))))
    }
  }

  @Test func `the same name twice is refused also where one is a folder`() async throws {
    try await withValidators { validators async throws in
      for (first, second) in [("a", "a"), ("a/", "a"), ("é", "é")] {
        let bytes = ZipBytes.stored([(Array(first.utf8), []), (Array(second.utf8), [])])
        #expect(
          try await validators.verdict(on: bytes, as: Self.zip) == .invalid(.duplicateEntry))
      }
    }
  }

  @Test func `an entry with a password makes it locked`() async throws {
    let bytes = ZipBytes.stored([(Array("a".utf8), Array(repeating: 7, count: 40))], flags: 1)
    try await withValidators { validators async throws in
      #expect(try await validators.verdict(on: bytes, as: Self.zip) == .locked)
    }
  }

  @Test func `a method that the library does not know is no fault of the zip`() async throws {
    let bytes = ZipBytes.stored([(Array("a".utf8), Array(repeating: 7, count: 40))], method: 6)
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: bytes, as: Self.zip)
          == .notValidated(.unsupportedFeature))
    }
  }

  @Test func `an empty zip opens`() async throws {
    let bytes = ZipBytes.stored([])
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: bytes, as: Self.zip)
          == .valid(ContentFacts(entries: 0, decodedSize: .zero)))
    }
  }
}
