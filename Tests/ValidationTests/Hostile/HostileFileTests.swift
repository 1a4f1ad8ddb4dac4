import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct HostileFileTests {
  @Test(arguments: [
    ("com.adobe.pdf", "%PDF-1.7\n"), ("public.png", "\u{89}PNG\r\n\u{1A}\n"),
    ("public.zip-archive", "PK\u{3}\u{4}"), ("public.plain-text", "text"),
  ]) func `ten gigabytes of nothing are not read`(type: String, start: String) async throws {
    try await withValidators { validators async throws in
      let path = validators.folder.path(of: "sparse")
      try Files.makeSparse(
        path, beginningWith: start.unicodeScalars.map { UInt8($0.value) }, size: 10 << 30)
      let verdict = try await validators.verdict(onFile: path, as: TypeIdentifier(type))
      Figures.note("10 GiB of \(type)", verdict, validators)
      #expect(verdict == .notValidated(.overSizeLimit))
    }
  }

  @Test func `nothing at all is empty whatever it was said to be`() async throws {
    try await withValidators { validators async throws in
      let values: [TypeIdentifier] = [
        "com.adobe.pdf", "public.png", "public.plain-text", "public.data",
      ]
      for type in values {
        #expect(try await validators.verdict(on: [], as: type) == .invalid(.empty))
      }
    }
  }

  @Test func `a type that nobody knows is not validated`() async throws {
    try await withValidators { validators async throws in
      for type in [
        "public.data", "com.example.unknown", "", "a b\nc", String(repeating: "x", count: 5000),
      ] {
        #expect(
          try await validators.verdict(on: [1, 2, 3], as: TypeIdentifier(type))
            == .notValidated(.noValidator))
      }
    }
  }

  @Test func `changed documents never take the pool down`() async throws {
    var generator = SeededGenerator(seed: 4)
    var seeds: [([UInt8], TypeIdentifier)] = [
      (PDFText.pages(3), "com.adobe.pdf"),
      (try ZipBytes.make([("a", Array("abcabcabc".utf8)), ("b", [])]), "public.zip-archive"),
      (Array(#"{"a": [1, "\u00e9"]}"#.utf8), "public.json"),
    ]
    for (name, type) in [
      ("meadow.jpg", "public.jpeg"), ("wave.gif", "com.compuserve.gif"),
      ("page.pdf", "com.adobe.pdf"),
      ("meadow.heic", "public.heic"),
    ] { seeds.append((try Samples.read(name), TypeIdentifier(type))) }
    try await withValidators { validators async throws in
      var last = ContentVerdict.locked
      for round in 0..<140 {
        var (bytes, type) = seeds[round % seeds.count]
        for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
          case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
          default: bytes.insert(contentsOf: [0, 255, 255, 255], at: place)
          }
        }
        last = try await validators.verdict(on: bytes, as: type)
        #expect(last != .notValidated(.validatorUnavailable))
      }
      let statistics = validators.pool.statistics
      Figures.note("140 changed documents, the last", last, validators)
      #expect(statistics.asked == 140)
    }
  }
}
