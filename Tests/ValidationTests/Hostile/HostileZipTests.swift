import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct HostileZipTests {
  private static let zip: TypeIdentifier = "public.zip-archive"

  @Test func `a bomb is refused by its ratio before it is unpacked`() async throws {
    let bytes = try await onOwnThread { try ZipBytes.zeros(256 << 20) }
    try await withValidators { validators async throws in
      let verdict = try await validators.verdict(on: bytes, as: Self.zip)
      Figures.note("zip of \(bytes.count) bytes for 256 MiB", verdict, validators)
      guard case .refused(.ratio, let found, 200) = verdict else {
        Issue.record("\(verdict)")
        return
      }
      #expect(found > 900)
    }
  }

  @Test func `a bomb that lies about its size is refused or does not open`() async throws {
    var bytes = try await onOwnThread { try ZipBytes.zeros(64 << 20) }
    let list = try ZipBytes.directory(of: bytes)
    bytes.replaceSubrange((list + 24)..<(list + 28), with: ZipBytes.little(10, 4))
    try await withValidators { validators async throws in
      let verdict = try await validators.verdict(on: bytes, as: Self.zip)
      #expect(["invalid", "refused"].contains(verdict.name), "\(verdict)")
    }
  }

  @Test func `entries that lie on each other are counted each time`() async throws {
    let one = try ZipBytes.zeros(1 << 20)
    let bytes = try ZipBytes.overlapping(one, count: 500)
    #expect(bytes.count < 100_000)
    try await withValidators { validators async throws in
      let verdict = try await validators.verdict(on: bytes, as: Self.zip)
      #expect(["invalid", "refused"].contains(verdict.name), "\(verdict)")
    }
  }

  @Test func `caps on the entries and on their bytes hold at the one that crosses them`()
    async throws
  {
    let entries = (0..<10).map { ("\($0)", [UInt8](repeating: 1, count: 100)) }
    let bytes = ZipBytes.stored(entries.map { (Array($0.0.utf8), $0.1) })
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: bytes, as: Self.zip, limits: ValidationLimits(entries: 9))
          == .refused(.entries, found: 10, limit: 9))
      #expect(
        try await validators.verdict(on: bytes, as: Self.zip, limits: ValidationLimits(entries: 10))
          .name == "valid")
      #expect(
        try await validators.verdict(
          on: bytes, as: Self.zip, limits: ValidationLimits(expandedSize: .bytes(999)))
          == .refused(.expandedSize, found: 1000, limit: 999))
      #expect(
        try await validators.verdict(
          on: bytes, as: Self.zip, limits: ValidationLimits(expandedSize: .bytes(1000))
        )
        .name == "valid")
    }
  }
}
