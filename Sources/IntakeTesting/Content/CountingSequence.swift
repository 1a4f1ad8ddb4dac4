/// A sequence that counts how often it is pulled, and that a test can hold, fail or make endless.
///
///     let attachments = CountingSequence(items).held(by: gate, at: 8)
///     …
///     #expect(attachments.pulls.count == 8)
///
/// Copies share their counts.
public struct CountingSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// Calls of `next`, counted before an element is made.
  public let pulls = Tally()
  /// Elements that were delivered.
  public let delivered = Tally()
  /// Iterations that were begun.
  public let iterations = Tally()
  /// Iterators that are gone, be it at the end or because the reader gave up.
  public let droppedIterators = Tally()
  /// Pulls that ended because the task was cancelled.
  public let cancellations = Tally()

  private let element: @Sendable (Int) -> Element?
  private var holds: [(index: Int?, gate: Gate)] = []
  private var failure: (index: Int, error: any Error)?

  /// Elements that `element` makes from their place, from zero; `nil` ends the sequence.
  public init(making element: @escaping @Sendable (Int) -> Element?) { self.element = element }

  /// The elements of a collection.
  public init(_ elements: some Sequence<Element>) {
    let elements = Array(elements)
    self.init { $0 < elements.count ? elements[$0] : nil }
  }

  /// Waits at `gate` before the element at `index`, or before each.
  public func held(by gate: Gate, at index: Int? = nil) -> Self {
    var copy = self
    copy.holds.append((index, gate))
    return copy
  }

  /// Throws `error` in place of the element at `index`.
  public func failing(with error: any Error, at index: Int) -> Self {
    var copy = self
    copy.failure = (index, error)
    return copy
  }

  public func makeAsyncIterator() -> Iterator {
    iterations.add()
    return Iterator(sequence: self, life: Life(dropped: droppedIterators))
  }

  /// One iteration of the sequence, which counts into the tallies that all copies share.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: CountingSequence
    fileprivate let life: Life
    private var index = 0

    fileprivate init(sequence: CountingSequence, life: Life) {
      self.sequence = sequence
      self.life = life
    }

    /// - Throws: The error that was asked for, or `CancellationError` while it is held or before an element.
    public mutating func next() async throws -> Element? {
      sequence.pulls.add()
      do {
        for hold in sequence.holds where hold.index == nil || hold.index == index {
          try await hold.gate.wait()
        }
        try Task.checkCancellation()
      } catch {
        sequence.cancellations.add()
        throw error
      }
      if let failure = sequence.failure, failure.index == index { throw failure.error }
      guard let element = sequence.element(index) else { return nil }
      index += 1
      sequence.delivered.add()
      return element
    }
  }

  /// Notices when the last copy of an iterator goes.
  fileprivate final class Life: Sendable {
    private let dropped: Tally
    init(dropped: Tally) { self.dropped = dropped }
    deinit { dropped.add() }
  }
}
