import AttachmentIntake
import IntakeModel

extension ReplayScript {
  /// Does what the source did.
  ///
  /// - Throws: What a source may throw; `CancellationError` where it hangs, once the task is cancelled.
  func play(
    _ representation: Representation, into receiver: any LoadReceiver, in context: ReplayContext
  ) async throws {
    switch self {
    case .callsBack(let content, let arrival):
      let delivery = Self.delivery(of: arrival, declared: representation.delivery)
      try await Self.callBack(content, representation, delivery, into: receiver, in: context)
    case .chunks(let content, let failure):
      var chunks = ChunkSource(content, chunk: Self.chunkSize)
      if let failure {
        let count = (content.count + Self.chunkSize - 1) / Self.chunkSize
        chunks = chunks.failing(with: failure, at: count)
      }
      try await receiver.receiveChunks(chunks)
    case .hangs(let delivery):
      try await delivery?.play(representation, into: receiver, in: context)
      try await Self.hang(representation, hasDelivered: delivery != nil, receiver, in: context)
    case .fails(let error, let delivery):
      try await delivery?.play(representation, into: receiver, in: context)
      throw error
    case .deliversNothing:
      guard representation.delivery != .stream else { return }
      try await Self.callBack(
        .nothing, representation, representation.delivery, into: receiver, in: context)
    }
  }

  private static let chunkSize = 64 << 10

  private static func delivery(
    of arrival: RepresentationRecord.Arrival, declared: Representation.Delivery
  ) -> Representation.Delivery {
    if arrival == .bytes { return .data }
    return declared == .inPlaceFile ? .inPlaceFile : .file
  }

  private static func callBack(
    _ content: ScriptedProvider.Content, _ representation: Representation,
    _ delivery: Representation.Delivery, when moment: ScriptedProvider.Moment = .onAnotherThread,
    into receiver: any LoadReceiver, in context: ReplayContext
  ) async throws {
    let provider = ScriptedProvider(
      base: context.folder,
      [.init(representation.type, content, delivery: delivery, when: moment)])
    try await ItemProviderSource(provider).load(
      Representation(representation.type, delivery: delivery), into: receiver)
  }

  /// Never delivers, and lets the pipeline's time pass, so that nobody has to wait for its timeout.
  private static func hang(
    _ representation: Representation, hasDelivered: Bool, _ receiver: any LoadReceiver,
    in context: ReplayContext
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        if hasDelivered || representation.delivery == .stream { return try await Gate().wait() }
        try await callBack(
          .nothing, representation, representation.delivery, when: .never, into: receiver,
          in: context)
      }
      group.addTask {
        while true {
          try Task.checkCancellation()
          try await context.clock.waitForSleepers(1)
          context.clock.advance(by: context.timeout ?? .seconds(60))
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
