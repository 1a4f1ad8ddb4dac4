import Digests
import SystemCalls
import Testing

@Suite(.timeLimit(.minutes(5)), .enabled(if: SHA256.interleaves, "no two digests at once here"))
struct DigestPairingTests {
  private static let chunk = [UInt8](repeating: 0xA5, count: DigestPairing.smallestChunk)
  /// Longer than any test.
  private static let forever = 3_600_000_000_000

  /// The digest of `count` chunks, on a thread of its own.
  private func digest(_ count: Int, with pairing: DigestPairing) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { waiter in
      let failure = DetachedThread.start {
        waiter.resume(
          with: Result {
            var digest = try SHA256()
            try DigestPairing.whileCopying(with: pairing) {
              for _ in 0..<count {
                try Self.chunk.withUnsafeBytes { try pairing.update(&digest, $0) }
              }
            }
            return try digest.finalize()
          })
      }
      precondition(failure == 0, "no thread")
    }
  }

  private func digestAlone(_ count: Int) throws -> [UInt8] {
    var digest = try SHA256()
    for _ in 0..<count { try Self.chunk.withUnsafeBytes { try digest.update($0) } }
    return try digest.finalize()
  }

  @Test func `two threads that have a chunk each are brought together`() async throws {
    let pairing = DigestPairing(cores: 1, patience: Self.forever)
    // A third copy, which has nothing to digest yet, lets them wait for each other.
    pairing.begin()
    async let first = digest(1, with: pairing)
    async let second = digest(1, with: pairing)
    let expected = try digestAlone(1)
    #expect(try await first == expected)
    #expect(try await second == expected)
    #expect(pairing.counts == .init(pairs: 1, left: 0))
    pairing.end()
  }

  @Test func `a chunk that nobody comes for in time is digested alone`() async throws {
    let pairing = DigestPairing(cores: 1, patience: 1)
    pairing.begin()
    #expect(try await digest(1, with: pairing) == digestAlone(1))
    #expect(pairing.counts == .init(pairs: 0, left: 1))
    pairing.end()
  }

  @Test func `after a vain wait ever more chunks wait for nobody`() async throws {
    let pairing = DigestPairing(cores: 1, patience: 1)
    pairing.begin()
    // It waits with the first, third, sixth and eleventh.
    #expect(try await digest(11, with: pairing) == digestAlone(11))
    #expect(pairing.counts == .init(pairs: 0, left: 4))
    pairing.end()
  }

  @Test func `nobody waits where the others leave a core idle`() async throws {
    let pairing = DigestPairing(cores: 2, patience: Self.forever)
    pairing.begin()
    #expect(try await digest(3, with: pairing) == digestAlone(3))
    #expect(pairing.counts == .init(pairs: 0, left: 0))
    pairing.end()
  }

  @Test func `the end of another copy ends the wait for it`() async throws {
    let expected = try digestAlone(1)
    // Often enough that it ends before, during and after the wait.
    for _ in 0..<500 {
      let pairing = DigestPairing(cores: 1, patience: Self.forever)
      pairing.begin()
      async let found = digest(1, with: pairing)
      pairing.end()
      #expect(try await found == expected)
    }
  }

  @Test func `a small chunk waits for nobody`() async throws {
    let pairing = DigestPairing(cores: 1, patience: Self.forever)
    // Two, beside which this thread would wait with a larger one.
    pairing.begin()
    pairing.begin()
    var digest = try SHA256()
    try Array("abc".utf8).withUnsafeBytes { try pairing.update(&digest, $0) }
    #expect(try digest.finalize().prefix(2) == [0xba, 0x78])
    pairing.end()
    pairing.end()
  }

  @Test func `many threads at once digest what each of them has`() async throws {
    let pairing = DigestPairing(cores: 2, patience: 100_000)
    try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for thread in 1...8 {
        group.addTask { (thread, try await digest(thread * 20, with: pairing)) }
      }
      for try await (thread, found) in group {
        #expect(try found == digestAlone(thread * 20))
      }
    }
  }
}
