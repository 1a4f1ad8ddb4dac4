import Digests
import Synchronization
import SystemCalls
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(.timeLimit(.minutes(5)), .enabled(if: SHA256.interleaves, "no two digests at once here"))
struct DigestLanesTests {
  private static let chunk = [UInt8](repeating: 0xA5, count: 4 << 10)
  /// Longer than any test.
  private static let forever = 3_600_000_000_000

  private struct Broken: Error {}

  /// Digests `count` chunks on a thread of its own.
  ///
  /// - Parameter willGive: Runs before each chunk, with its number.
  private func digest(
    _ count: Int, in lanes: DigestLanes,
    willGive: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) async throws -> [UInt8] {
    try await Self.onThread { try Self.digest(count, in: lanes, willGive: willGive) }
  }

  private static func digest(
    _ count: Int, in lanes: DigestLanes, willGive: (Int) throws -> Void = { _ in }
  ) throws -> [UInt8] {
    var digest = try SHA256()
    try chunk.withUnsafeBytes { chunk in
      var given = 0
      try lanes.digest(into: &digest) {
        if given == count { return nil }
        try willGive(given)
        given += 1
        return chunk
      }
    }
    return try digest.finalize()
  }

  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { waiter in
      let failure = DetachedThread.start { waiter.resume(with: Result(catching: body)) }
      precondition(failure == 0, "no thread")
    }
  }

  private func digestAlone(_ count: Int) throws -> [UInt8] {
    var digest = try SHA256()
    for _ in 0..<count { try Self.chunk.withUnsafeBytes { try digest.update($0) } }
    return try digest.finalize()
  }

  /// Until `isTrue`, which another thread makes true.
  private static func wait(until isTrue: () -> Bool) { while !isTrue() { sched_yield() } }

  @Test(arguments: [1, 2, 9])
  func `a copy that comes while enough others are copied is digested with one of them`(
    chunks: Int
  ) async throws {
    let lanes = DigestLanes(width: 1, patience: Self.forever)
    // The first one gives nothing before the second is left to it.
    async let first = digest(9, in: lanes) { _ in Self.wait { lanes.counts.left == 1 } }
    async let second = digest(chunks, in: lanes) { _ in Self.wait { lanes.counts.left == 1 } }
    let found = try await [first, second].sorted { $0.lexicographicallyPrecedes($1) }
    let expected = try [digestAlone(9), digestAlone(chunks)]
    #expect(found == expected.sorted { $0.lexicographicallyPrecedes($1) })
    // Whichever of them came first.
    #expect(lanes.counts.pairs == chunks)
    #expect(lanes.counts.takenBack == 0)
  }

  @Test func `a copy that is alone is digested by its own thread`() async throws {
    let lanes = DigestLanes(width: 1, patience: Self.forever)
    #expect(try await digest(3, in: lanes) == digestAlone(3))
    #expect(lanes.counts == .init())
  }

  @Test func `a copy whose thread is stuck with another one is taken back`() async throws {
    let lanes = DigestLanes(width: 1, patience: 1)
    async let stuck = digest(1, in: lanes) { _ in Self.wait { lanes.counts.takenBack == 1 } }
    async let other = digest(1, in: lanes) { _ in Self.wait { lanes.counts.takenBack == 1 } }
    let expected = try digestAlone(1)
    #expect(try await [stuck, other] == [expected, expected])
    #expect(lanes.counts == .init(pairs: 0, left: 1, takenBack: 1))
  }

  @Test func `what fails ends its own copy alone`() async throws {
    let lanes = DigestLanes(width: 1, patience: Self.forever)
    async let first = digest(5, in: lanes) { number in
      Self.wait { lanes.counts.left == 1 }
      if number == 2 { throw Broken() }
    }
    async let second = digest(9, in: lanes) { _ in Self.wait { lanes.counts.left == 1 } }
    #expect(try await second == digestAlone(9))
    do {
      _ = try await first
      Issue.record("it did not fail")
    } catch {
      #expect(error is Broken)
    }
  }

  @Test func `where each thread has a second copy already the next one goes by itself`()
    async throws
  {
    let lanes = DigestLanes(width: 1, patience: Self.forever)
    let (isStuck, isDone) = (Flag(), Flag())
    async let first = digest(1, in: lanes) { _ in Self.wait { lanes.counts.left == 1 } }
    async let second = digest(1, in: lanes) { _ in
      Self.wait { lanes.counts.left == 1 }
      isStuck.set()
      Self.wait { isDone.isSet }
    }
    async let third = Self.onThread {
      Self.wait { isStuck.isSet }
      defer { isDone.set() }
      return try Self.digest(2, in: lanes)
    }
    #expect(try await third == digestAlone(2))
    let expected = try digestAlone(1)
    #expect(try await [first, second] == [expected, expected])
    #expect(lanes.counts.left == 1)
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
  }

  @Test func `a copy of its own way runs only while there is no other`() async throws {
    let lanes = DigestLanes(width: 1, patience: Self.forever)
    var inner: Bool?
    let outer = lanes.whileIdle { inner = lanes.whileIdle {} }
    #expect(outer)
    #expect(inner == false)
    #expect(lanes.whileIdle {})
    // One that comes meanwhile does not wait for it.
    var found: [UInt8] = []
    let isDone = try lanes.whileIdle { found = try Self.digest(3, in: lanes) }
    #expect(isDone)
    #expect(try found == digestAlone(3))
    #expect(lanes.counts == .init())
  }

  @Test(arguments: [1, 100_000, forever])
  func `many threads at once digest what each of them has`(patience: Int) async throws {
    let lanes = DigestLanes(width: 2, patience: patience)
    try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for thread in 1...40 {
        group.addTask { (thread, try await digest(thread * 5, in: lanes)) }
      }
      for try await (thread, found) in group {
        #expect(try found == digestAlone(thread * 5))
      }
    }
    #expect(lanes.whileIdle {})
  }
}
