import Digests
import Testing

@Suite struct SHA256Tests {
  private func digest(_ chunks: [[UInt8]]) throws -> String {
    var hasher = try SHA256()
    for chunk in chunks { try chunk.withUnsafeBytes { try hasher.update($0) } }
    return hexadecimal(try hasher.finalize())
  }

  // FIPS 180-2, appendix B, and the examples that NIST publishes with it.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the published digests come out`(text: String, expected: String) throws {
    #expect(try digest([Array(text.utf8)]) == expected)
  }

  @Test func `a million letters come out as published`() throws {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      try digest([letters]) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(arguments: [1, 7, 55, 56, 63, 64, 65, 128, 999])
  func `the size of the pieces makes no difference`(size: Int) throws {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let pieces = stride(from: 0, to: 1000, by: size).map { Array(bytes[$0..<min(1000, $0 + size)]) }
    #expect(try digest(pieces) == digest([bytes]))
  }

  @Test func `an empty piece makes no difference`() throws {
    let bytes = Array("attachment".utf8)
    #expect(try digest([[], bytes, []]) == digest([bytes]))
  }

  @Test func `digests in progress do not disturb each other`() throws {
    var first = try SHA256()
    var second = try SHA256()
    let bytes = Array("abc".utf8)
    for byte in bytes {
      try [byte].withUnsafeBytes { try first.update($0) }
      try [byte, byte].withUnsafeBytes { try second.update($0) }
    }
    let left = try first.finalize()
    let right = try second.finalize()
    #expect(left != right)
    #expect(left.prefix(4) == [0xba, 0x78, 0x16, 0xbf])
  }
}
