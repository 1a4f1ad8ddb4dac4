#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Brings two threads together that each have bytes to digest, so that one of them digests both at once.
///
/// The processor's instructions for SHA-256 wait for each other, and two digests fill the gaps: a thread that comes
/// with a chunk while others are copying too waits for the next one to come, and that one digests both chunks. Whoever
/// waits leaves its core to the others, so that nothing is gained where there are no more threads than cores; then, and
/// where nobody comes in time, a thread digests its chunk alone.
///
/// `@unchecked Sendable`: all mutable state is touched only between `pthread_mutex_lock` and `unlock`. A `Mutex` will
/// not do, since threads sleep on condition variables that belong to the lock.
package final class DigestPairing: @unchecked Sendable {
  /// The one of this process, whose cores all copies share.
  package static let shared = DigestPairing(
    cores: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), patience: 2_000_000)

  /// Smaller chunks cost less than it takes to wake a thread.
  package static let smallestChunk = 64 << 10

  /// The most chunks that are digested alone after one that nobody came for.
  private static let mostSkipped = 64

  private let cores: Int
  /// The longest time that a chunk waits for another, in nanoseconds: the reading of one by a thread whose disk or
  /// network is slow must not hold up the others.
  private let patience: Int
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var copying = 0
  /// Copies whose chunk another thread just digests.
  private var asleep = 0
  /// Chunks that are digested alone before the next one waits, and how many were agreed on last: doubled each time that
  /// nobody comes, as where the others wait for a slow disk.
  private var toSkip = 0
  private var skipped = 0
  private var waiting: Waiter?
  private var figures = Figures()

  /// What was done so far.
  package struct Figures: Hashable, Sendable {
    /// Chunks that were digested together with another one, counted by twos.
    package var pairs: Int
    /// Chunks that nobody came for in time.
    package var left: Int

    package init(pairs: Int = 0, left: Int = 0) {
      self.pairs = pairs
      self.left = left
    }
  }

  package init(cores: Int, patience: Int) {
    self.cores = max(1, cores)
    self.patience = patience
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  package var counts: Figures { locked { figures } }

  /// Runs `body`, in which chunk after chunk is digested on this thread.
  package static func whileCopying<Result>(
    with pairing: DigestPairing?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let pairing, SHA256.interleaves else { return try body() }
    pairing.begin()
    defer { pairing.end() }
    return try body()
  }

  /// One more copy is under way, for which others may wait until ``end()``.
  package func begin() { locked { copying += 1 } }

  package func end() {
    locked {
      copying -= 1
      // Nobody may be left to come.
      if let waiting, !mayWait { dismiss(waiting) }
    }
  }

  /// Adds `bytes` to `digest`, with those of another thread where one comes in time.
  package func update(_ digest: inout SHA256, _ bytes: UnsafeRawBufferPointer) throws(DigestError) {
    guard bytes.count >= Self.smallestChunk else { return try digest.update(bytes) }
    pthread_mutex_lock(lock)
    if let partner = waiting {
      waiting = nil
      figures.pairs += 1
      (asleep, toSkip, skipped) = (asleep + 1, 0, 0)
      pthread_mutex_unlock(lock)
      let failure = partner.update(with: &digest, bytes)
      locked {
        asleep -= 1
        partner.end(.digested(failure))
      }
      if let failure { throw failure }
      return
    }
    guard mayWait, toSkip == 0 else {
      toSkip = max(0, toSkip - 1)
      pthread_mutex_unlock(lock)
      return try digest.update(bytes)
    }
    let answer = withUnsafeMutablePointer(to: &digest) { digest in
      let waiter = Waiter(digest, bytes)
      waiting = waiter
      return wait(as: waiter)
    }
    pthread_mutex_unlock(lock)
    switch answer {
    case .digested(let failure): if let failure { throw failure }
    case .dismissed: try digest.update(bytes)
    }
  }

  /// Whether those that do not wait keep all cores busy. To be called under the lock, by one that does not yet.
  private var mayWait: Bool { copying - asleep > cores }

  /// Waits under the lock, which is free in the meantime.
  private func wait(as waiter: Waiter) -> Answer {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_nsec += patience
    deadline.tv_sec += deadline.tv_nsec / 1_000_000_000
    deadline.tv_nsec %= 1_000_000_000
    while true {
      if let answer = waiter.answer { return answer }
      if waiting === waiter {
        if !waiter.wait(with: lock, until: &deadline), waiter.answer == nil, waiting === waiter {
          figures.left += 1
          skipped = min(Self.mostSkipped, max(1, 2 * skipped))
          toSkip = skipped
          dismiss(waiter)
        }
      } else {
        // Somebody is at it, which takes no longer than digesting does.
        waiter.wait(with: lock)
      }
    }
  }

  private func dismiss(_ waiter: Waiter) {
    waiting = nil
    waiter.end(.dismissed)
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}

extension SHA256 {
  /// Adds `bytes` to what is digested, with those of another thread where `pairing` brings one.
  package mutating func update(
    _ bytes: UnsafeRawBufferPointer, with pairing: DigestPairing?
  ) throws(DigestError) {
    if let pairing { try pairing.update(&self, bytes) } else { try update(bytes) }
  }
}

/// What became of a chunk that waited.
private enum Answer {
  case digested(DigestError?)
  /// Its own thread has to do it.
  case dismissed
}

/// A thread that waits, with its chunk.
private final class Waiter {
  private let digest: UnsafeMutablePointer<SHA256>
  private let bytes: UnsafeRawBufferPointer
  private let wakeUp = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private(set) var answer: Answer?

  /// - Parameter digest: Valid until there is an answer, and nobody else's in the meantime.
  init(_ digest: UnsafeMutablePointer<SHA256>, _ bytes: UnsafeRawBufferPointer) {
    self.digest = digest
    self.bytes = bytes
    #if canImport(Darwin)
      pthread_cond_init(wakeUp, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(wakeUp, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(wakeUp)
    wakeUp.deallocate()
  }

  /// Digests the chunk, and another one at the same time.
  func update(with other: inout SHA256, _ otherBytes: UnsafeRawBufferPointer) -> DigestError? {
    do throws(DigestError) {
      try SHA256.update(&other, otherBytes, &digest.pointee, bytes)
      return nil
    } catch {
      return error
    }
  }

  func end(_ answer: Answer) {
    self.answer = answer
    pthread_cond_signal(wakeUp)
  }

  func wait(with lock: UnsafeMutablePointer<pthread_mutex_t>) { pthread_cond_wait(wakeUp, lock) }

  /// - Returns: Whether it was woken before `deadline`.
  func wait(
    with lock: UnsafeMutablePointer<pthread_mutex_t>, until deadline: inout timespec
  ) -> Bool {
    pthread_cond_timedwait(wakeUp, lock, &deadline) != ETIMEDOUT
  }
}
