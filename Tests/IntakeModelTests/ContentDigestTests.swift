import IntakeModel
import Testing

struct `A content digest` {
  /// SHA-256 of nothing.
  static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  @Test func `is written and read as text and as bytes`() throws {
    let digest = try #require(ContentDigest(Self.empty))
    #expect(digest.description == Self.empty)
    #expect(digest.bytes.count == ContentDigest.byteCount)
    #expect(digest.bytes.prefix(3) == [0xE3, 0xB0, 0xC4])
    #expect(digest.bytes.suffix(2) == [0xB8, 0x55])
    #expect(ContentDigest(digest.bytes) == digest)
    #expect(ContentDigest(digest.bytes[...]) == digest)
    #expect(ContentDigest(Self.empty.uppercased()) == digest)
    #expect(Set([digest, digest]).count == 1)
  }

  @Test(arguments: [
    "", String(empty.dropLast()), String(empty.dropLast(2)), empty + "00", " " + empty,
    String(empty.dropLast()) + "g", "sha256:" + empty, String(empty.dropLast()) + "\0",
  ])
  func `is not read from anything else`(text: String) {
    #expect(ContentDigest(text) == nil)
  }

  @Test(arguments: [0, 20, 31, 33, 64])
  func `has 32 bytes`(count: Int) {
    #expect(ContentDigest([UInt8](repeating: 1, count: count)) == nil)
  }

  @Test func `differs when any bit does`() throws {
    let bytes = [UInt8](repeating: 0x5A, count: 32)
    let digest = try #require(ContentDigest(bytes))
    for bit in 0..<256 {
      var other = bytes
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(ContentDigest(other) != digest)
    }
  }

  @Test func `hexadecimal digits are read in both cases, in pairs, and alone`() {
    #expect(Hexadecimal.encode([0, 0x0F, 0xA0, 0xFF]) == "000fa0ff")
    #expect(Hexadecimal.decode("000fA0Ff".utf8) == [0, 0x0F, 0xA0, 0xFF])
    #expect(Hexadecimal.decode("".utf8) == [])
    for text in ["0", "000", "0x", "gg", " 0", "0 ", "00\0", "/0", ":0", "@0", "G0", "`0"] {
      #expect(Hexadecimal.decode(text.utf8) == nil, "\(text)")
    }
  }
}
