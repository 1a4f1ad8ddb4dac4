import AttachmentIntake
import IntakeTesting
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Many batches, each cancelled at an instant that chance has chosen: at one of the events of a batch.
///
/// `INTAKE_CANCELLATIONS` says how many; then nothing else should run in the process, and its descriptors and
/// threads are counted as well.
@Suite(.timeLimit(.minutes(10))) struct CancellationCampaign {
  static let rounds: Int? = getenv("INTAKE_CANCELLATIONS").flatMap { Int(String(cString: $0)) }

  @Test
  func `batches that are cancelled anywhere leave nothing but what was delivered`() async throws {
    let (trigger, random) = (Trigger(), SeededGenerator(seed: 2_026))
    let configuration = IntakePipeline.Configuration.with {
      $0.copyBufferSize = .kibibytes(4)
      $0.memoryBudget = .kibibytes(32)
      $0.groupCount = 8
      $0.window = 24
      $0.groupDelay = .milliseconds(1)
      // Waiting for the disk takes time, which a campaign of its own has.
      $0.durability = Self.rounds == nil ? .none : .group
    }
    let hooks = HookedCatalog.Hooks(
      before: { _ in trigger.event() }, after: { _ in trigger.event() })
    try await withPipeline(configuration, hooks: hooks) { fixture in
      var campaign = Round(fixture: fixture, trigger: trigger, random: random)
      // Threads and the catalog's files come with the first batches.
      for _ in 0..<5 { try await campaign.run() }
      let before = ProcessFigures.now
      let rounds = Self.rounds ?? 50
      for _ in 0..<rounds { try await campaign.run() }
      let after = ProcessFigures.now
      if Self.rounds != nil {
        #expect(after.descriptors <= before.descriptors)
        #expect(after.threads <= before.threads)
        print("cancelled \(campaign.cancelled) of \(campaign.batches) batches;", terminator: " ")
        print("\(campaign.delivered) stored outcomes,", terminator: " ")
        print("descriptors \(before.descriptors) to \(after.descriptors),", terminator: " ")
        print("threads \(before.threads) to \(after.threads)")
      }
      #expect(campaign.cancelled > rounds / 2)
      #expect(campaign.delivered > 0)
    }
  }
}

/// Calls an action at the event with a chosen number.
private final class Trigger: Sendable {
  private let state = Mutex((left: 0, action: (@Sendable () -> Void)?.none))

  func arm(after count: Int, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0 = (count, action) }
  }

  func disarm() { state.withLock { $0 = (0, nil) } }

  func event() {
    let action = state.withLock { state -> (@Sendable () -> Void)? in
      guard let action = state.action else { return nil }
      state.left -= 1
      guard state.left <= 0 else { return nil }
      state.action = nil
      return action
    }
    action?()
  }
}

private struct Round {
  let fixture: PipelineFixture
  let trigger: Trigger
  var random: SeededGenerator
  var batches = 0
  var cancelled = 0
  var delivered = 0

  /// Runs one batch, and checks everything that it may have left.
  mutating func run() async throws {
    batches += 1
    var attachments = (0..<50).map { attachment($0) }
    // One that never calls back, or only when it is cancelled, so that the batch cannot end by itself.
    let isStuck = random.next() % 3 == 0
    if isStuck {
      let moments: [ScriptedProvider.Moment] = [.never, .afterCancellation]
      let moment = moments[Int(random.next() % 2)]
      attachments[Int(random.next() % 50)] = Attachment(
        ScriptedProvider([.init("public.data", .file(.jpeg(bytes: 500)), when: moment)]))
    }
    let (pipeline, trigger, outcomes) = (fixture.pipeline, trigger, Delivered())
    var options = BatchOptions(
      policy: random.next() % 3 == 0 ? .allOrNothing : .keep,
      order: random.next() % 2 == 0 ? .asGiven : .asCompleted)
    options.progressInterval = .zero
    options.progress = { _ in trigger.event() }
    let isPatient = random.next() % 2 == 0
    let sequence = CountingSequence<Attachment> { [attachments] index in
      trigger.event()
      return index < attachments.count ? attachments[index] : nil
    }
    let start = Gate()
    let batch = Task { [options] in
      try await start.wait()
      try await pipeline.ingest(sequence, options: options) { outcome in
        outcomes.add(outcome)
        trigger.event()
        if !isPatient { try Task.checkCancellation() }
      }
    }
    trigger.arm(after: Int(1 + random.next() % (isStuck ? 100 : 1_000))) { batch.cancel() }
    start.open()
    do {
      _ = try await batch.value
    } catch is CancellationError {
      cancelled += 1
    }
    trigger.disarm()
    try await check(outcomes.outcomes, isWhole: options.policy == .allOrNothing)
  }

  private mutating func check(_ outcomes: [Outcome], isWhole: Bool) async throws {
    let ids = Set(outcomes.compactMap(\.stored?.id))
    delivered += ids.count
    try await fixture.expectSettled(stored: isWhole ? fixture.copies().count : ids.count)
    let rows = Set(try await fixture.rows().map(\.id))
    // A batch that was revealed as a whole stays whole, also where its consumer gave up.
    #expect(isWhole ? rows.isSuperset(of: ids) && [0, 50].contains(rows.count) : rows == ids)
    try await fixture.container.remove(Array(rows), reason: .discarded, from: [.available])
  }

  /// One of the ways in which a source behaves, well for the most part.
  private mutating func attachment(_ index: Int) -> Attachment {
    let content = SampleContent.jpeg(bytes: 1 + Int(random.next() % 30_000), seed: UInt64(index))
    let name = "\(index).jpg"
    switch random.next() % 12 {
    case 0, 1:
      return Attachment(
        chunks: ChunkSource(content, chunk: 3_000), type: "public.data", name: name)
    case 2, 3: return Attachment(bytes: content.bytes, type: "public.data", name: name)
    case 4, 5:
      return Attachment(ScriptedProvider(name: name, [.init("public.data", .data(content))]))
    case 6:
      return Attachment(
        ScriptedProvider(name: name, [.init("public.data", .file(content), when: .atOnce)]))
    case 7:
      return Attachment(
        ScriptedProvider(
          name: name,
          [
            .init("public.heic", .nothing), .init("public.data", .file(content), times: 2),
          ]))
    default:
      return Attachment(ScriptedProvider(name: name, [.init("public.data", .file(content))]))
    }
  }
}

/// What the process holds.
private struct ProcessFigures {
  let descriptors: Int
  let threads: Int

  static var now: Self {
    Self(descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"))
  }

  private static func count(_ path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }
}
