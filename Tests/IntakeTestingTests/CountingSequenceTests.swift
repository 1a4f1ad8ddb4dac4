import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct `A counting sequence` {
  struct Failure: Error {}

  @Test func `counts pulls and elements`() async throws {
    let sequence = CountingSequence([1, 2, 3])
    var elements: [Int] = []
    for try await element in sequence { elements.append(element) }
    #expect(elements == [1, 2, 3])
    #expect(sequence.pulls.count == 4)
    #expect(sequence.delivered.count == 3)
    #expect(sequence.iterations.count == 1)
    #expect(sequence.droppedIterators.count == 1)
  }

  @Test func `is not pulled ahead of its reader`() async throws {
    let chunks = ChunkSource.endless(chunk: 10)
    for try await chunk in chunks {
      #expect(chunk.count == 10)
      if chunks.delivered.count == 5 { break }
    }
    #expect(chunks.pulls.count == 5)
    #expect(chunks.droppedIterators.count == 1)
  }

  @Test func `waits at its gate`() async throws {
    let gate = Gate()
    let sequence = CountingSequence(0..<5).held(by: gate, at: 3)
    let reader = Task {
      var count = 0
      for try await _ in sequence { count += 1 }
      return count
    }
    try await gate.arrival(of: 1)
    #expect(sequence.delivered.count == 3)
    gate.open()
    #expect(try await reader.value == 5)
  }

  @Test func `lets a cancelled reader go`() async throws {
    let gate = Gate()
    let sequence = CountingSequence(0..<5).held(by: gate)
    let reader = Task { for try await _ in sequence {} }
    try await gate.arrival(of: 1)
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(sequence.cancellations.count == 1)
    #expect(sequence.droppedIterators.count == 1)
  }

  @Test func `fails where it is told to`() async throws {
    let chunks = ChunkSource(.jpeg(bytes: 1000), chunk: 100).failing(with: Failure(), at: 7)
    await #expect(throws: Failure.self) { for try await _ in chunks {} }
    #expect(chunks.delivered.count == 7)
    #expect(chunks.pulls.count == 8)
  }

  @Test(arguments: [[], [0, 0, 1], [500], [999, 1], [1, 2, 3], [5000]])
  func `cuts content into chunks of given sizes`(sizes: [Int]) async throws {
    let content = SampleContent.png(bytes: 1000)
    var chunks: [[UInt8]] = []
    for try await chunk in ChunkSource(content, chunks: sizes) { chunks.append(chunk) }
    #expect(chunks.flatMap { $0 } == content.bytes)
    #expect(zip(chunks, sizes).allSatisfy { $0.count == min($1, 1000) })
    #expect(chunks.count <= sizes.count + 1)
  }
}
