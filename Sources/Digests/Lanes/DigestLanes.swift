import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Lets threads that each digest what they copy do so by twos, the chunks of both files on one thread.
///
/// The processor's instructions for SHA-256 wait for each other, and two digests fill the gaps. As many threads as
/// there are cores copy by themselves. One that comes while they do leaves its copy to one of them, as that one's
/// second lane, and sleeps, until its copy is done, or until that thread is done with its own: then it goes on by
/// itself. So a thread is woken once for each file and not for each chunk. What one copy waits for, its second waits for
/// too: they should come from one disk and go to one.
///
/// `@unchecked Sendable`: all mutable state is touched only between `pthread_mutex_lock` and `unlock`. A `Mutex` will
/// not do, since threads sleep on condition variables that belong to the lock.
package final class DigestLanes: @unchecked Sendable {
  /// Smaller files cost less than it takes to wake a thread.
  package static let smallestFile = 64 << 10

  /// How many threads copy by themselves before others leave their copies to them.
  private let width: Int
  /// The longest time in nanoseconds that a copy which was left to others makes no progress before its own thread
  /// takes it back: one that waits for a slow disk must not hold up others for longer.
  private let patience: Int
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var running = 0
  /// Copies that were left to those, and are not done yet.
  private var seconds = 0
  /// Whether somebody copies in a way of its own.
  private var isBusy = false
  /// Those that nobody has taken yet, the oldest first.
  private var left: [Lane] = []
  private var figures = Figures()

  /// What was done so far.
  package struct Figures: Hashable, Sendable {
    /// Chunks that were digested together with another one, counted by twos.
    package var pairs = 0
    /// Copies that were left to another thread.
    package var left = 0
    /// Copies that their own threads took back, since they made no progress.
    package var takenBack = 0

    package init(pairs: Int = 0, left: Int = 0, takenBack: Int = 0) {
      self.pairs = pairs
      self.left = left
      self.takenBack = takenBack
    }
  }

  /// - Parameters:
  ///   - width: How many threads copy by themselves before others leave their copies to them; one for each core by
  ///     default.
  ///   - patience: The longest time in nanoseconds that a copy which was left makes no progress.
  package init(
    width: Int = Processors.count, patience: Int = 2_000_000
  ) {
    self.width = max(1, width)
    self.patience = patience
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  package var counts: Figures { locked { figures } }

  /// Digests chunk after chunk, until there are no more.
  ///
  /// - Parameters:
  ///   - digest: Nobody else's until this returns.
  ///   - next: Gives the next chunk, whose bytes stay until it is called again; `nil` at the end. Called by this
  ///     thread, or by another one, of another task, while this one sleeps; never by two at once.
  /// - Throws: ``DigestError``, and what `next` throws. It is not called again then.
  package func digest(
    into digest: inout SHA256, _ next: () throws -> UnsafeRawBufferPointer?
  ) throws {
    guard SHA256.interleaves else {
      while let chunk = try next() { try digest.update(chunk) }
      return
    }
    try withoutActuallyEscaping(next) { next in
      try withUnsafeMutablePointer(to: &digest) { digest in
        let lane = Lane(digest, next)
        // Whoever comes to know the lane lets go of this by the time that it is over.
        defer { lane.end() }
        if try begin(lane) { try run(lane) }
      }
    }
  }

  /// Runs `body`, which copies and digests in a way of its own, if nobody else is at it. Who comes meanwhile does not
  /// wait for it.
  package func whileIdle(_ body: () throws -> Void) rethrows -> Bool {
    let isIdle = locked {
      guard running == 0, !isBusy else { return false }
      isBusy = true
      return true
    }
    guard isIdle else { return false }
    defer { locked { isBusy = false } }
    try body()
    return true
  }
}

// MARK: - The thread that copies

extension DigestLanes {
  /// Copies on this thread, and the copy of another beside it where one was left.
  private func run(_ lane: Lane) throws {
    var second: Lane?
    defer { locked { handOver(second) } }
    while let chunk = try lane.next() {
      second = locked { workOn(second) }
      guard let other = second else {
        try lane.update(chunk)
        continue
      }
      let result = Result { try other.next() }
      guard case .success(let otherChunk?) = result else {
        second = nil
        locked { finish(other, result.map { _ in }) }
        try lane.update(chunk)
        continue
      }
      do throws(DigestError) {
        try lane.update(chunk, with: other, otherChunk)
      } catch {
        second = nil
        locked { finish(other, .failure(error)) }
        throw error
      }
      locked {
        figures.pairs += 1
        other.pause()
      }
    }
  }

  /// Takes the second lane in hand, or one that was left. To be called under the lock.
  private func workOn(_ second: Lane?) -> Lane? {
    if let second, second.state == .taken {
      second.state = .atWork
      return second
    }
    guard !left.isEmpty else { return nil }
    let next = left.removeFirst()
    next.state = .atWork
    return next
  }

  /// The place of this thread goes to the one whose copy it had, or to one that waits. To be called under the lock.
  private func handOver(_ second: Lane?) {
    let next = second?.state == .taken ? second : left.isEmpty ? nil : left.removeFirst()
    if let next {
      seconds -= 1
      next.giveBack()
    } else {
      running -= 1
    }
  }

  /// To be called under the lock.
  private func finish(_ second: Lane, _ result: Result<Void, any Error>) {
    seconds -= 1
    second.finish(result)
  }
}

// MARK: - The thread that waits

extension DigestLanes {
  /// Waits while enough others copy.
  ///
  /// - Returns: Whether this thread has to go on by itself; false where another one has done it all.
  private func begin(_ lane: Lane) throws -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    // Where each of them has a second one already, nothing would come of waiting.
    if running < width || seconds >= running {
      running += 1
      return true
    }
    seconds += 1
    figures.left += 1
    left.append(lane)
    var steps = lane.steps
    while true {
      switch lane.state {
      case .done:
        try lane.result.get()
        return false
      case .ownThread: return true
      case .left, .taken, .atWork:
        let isWoken = lane.wait(with: lock, nanoseconds: patience)
        // One that is at work cannot be taken back.
        guard !isWoken, lane.state == .left || lane.state == .taken, lane.steps == steps else {
          steps = lane.steps
          continue
        }
        left.removeAll { $0 === lane }
        lane.state = .ownThread
        seconds -= 1
        running += 1
        figures.takenBack += 1
        return true
      }
    }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}

extension SHA256 {
  /// Adds chunk after chunk, beside another digest where there is one; see ``DigestLanes/digest(into:_:)``.
  package mutating func update(
    in lanes: DigestLanes, _ next: () throws -> UnsafeRawBufferPointer?
  ) throws {
    try lanes.digest(into: &self, next)
  }
}
