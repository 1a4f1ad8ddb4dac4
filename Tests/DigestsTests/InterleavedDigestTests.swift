import Digests
import Testing

@Suite struct InterleavedDigestTests {
  /// The digests of two messages that are given in pieces, both at once.
  private func digests(
    _ first: [[UInt8]], _ second: [[UInt8]]
  ) throws -> (first: [UInt8], second: [UInt8]) {
    var one = try SHA256()
    var two = try SHA256()
    for index in 0..<max(first.count, second.count) {
      let left = index < first.count ? first[index] : []
      let right = index < second.count ? second[index] : []
      try left.withUnsafeBytes { left in
        try right.withUnsafeBytes { try SHA256.update(&one, left, &two, $0) }
      }
    }
    return (try one.finalize(), try two.finalize())
  }

  private func digest(_ pieces: [[UInt8]]) throws -> [UInt8] {
    var hasher = try SHA256()
    for piece in pieces { try piece.withUnsafeBytes { try hasher.update($0) } }
    return try hasher.finalize()
  }

  private func bytes(_ count: Int, seed: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31 ^ ($0 >> 8)) }
  }

  @Test func `both published digests come out`() throws {
    let text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    let (first, second) = try digests([letters], [Array(text.utf8)])
    #expect(
      hexadecimal(first) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(
      hexadecimal(second) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    let (third, fourth) = try digests([letters], [letters])
    #expect(third == first)
    #expect(fourth == first)
  }

  @Test(arguments: [0, 1, 55, 63, 64, 65, 127, 128, 1000, 4096, 65_537])
  func `messages of any two lengths have the digests that they have alone`(count: Int) throws {
    for other in [0, 1, 64, 100, 128, 5000] {
      let (first, second) = (bytes(count, seed: 1), bytes(other, seed: 2))
      let found = try digests([first], [second])
      #expect(found.first == (try digest([first])))
      #expect(found.second == (try digest([second])))
    }
  }

  @Test(arguments: [1, 7, 63, 64, 65, 200])
  func `the size of the pieces makes no difference`(size: Int) throws {
    let (first, second) = (bytes(3000, seed: 3), bytes(2000, seed: 4))
    func pieces(_ bytes: [UInt8], of size: Int) -> [[UInt8]] {
      stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min(bytes.count, $0 + size)])
      }
    }
    let found = try digests(pieces(first, of: size), pieces(second, of: 2 * size + 1))
    #expect(found.first == (try digest([first])))
    #expect(found.second == (try digest([second])))
  }

  @Test func `more bits than fit into one word are counted`() throws {
    // 2^32 bits are 512 MiB.
    let mebibyte = bytes(1 << 20, seed: 5)
    let count = 513
    var alone = try SHA256()
    var one = try SHA256()
    var two = try SHA256()
    try mebibyte.withUnsafeBytes { piece in
      for _ in 0..<count {
        try alone.update(piece)
        try SHA256.update(&one, piece, &two, piece)
      }
    }
    let expected = try alone.finalize()
    #expect(try one.finalize() == expected)
    #expect(try two.finalize() == expected)
  }
}

/// Lowercase hexadecimal digits.
func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef")
  return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
