internal import Synchronization

/// Collects the record of one batch.
final class ShareRecorder: Sendable {
  private let recording: ShareRecording
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  private struct State {
    var traces: [Int: LoadTrace] = [:]
    var results: [Int: Result<StoredAttachment, IntakeError>] = [:]
    /// Positions that were seen and are beyond the limit.
    var omitted = 0
  }

  init(_ recording: ShareRecording, clock: any Clock<Duration>) {
    self.recording = recording
    self.clock = clock
  }

  /// The trace of an attachment that is about to be loaded; `nil` beyond the limit.
  func trace(of position: Int) -> LoadTrace? {
    guard isDescribed(position) else { return nil }
    let trace = LoadTrace(clock: clock)
    state.withLock { $0.traces[position] = trace }
    return trace
  }

  /// The attachment has its result, which its outcome will tell.
  func ended(_ position: Int) {
    state.withLock { $0.traces[position] }?.ended()
  }

  /// The outcome was delivered.
  func delivered(_ outcome: Outcome) {
    let isDescribed = isDescribed(outcome.position)
    state.withLock { state in
      if isDescribed {
        state.results[outcome.position] = outcome.result
      } else {
        state.omitted += 1
      }
    }
  }

  private func isDescribed(_ position: Int) -> Bool {
    position < ShareRecording.maximumAttachments
  }

  /// Reads back what was stored, if that was asked for, and writes the record.
  func finish(_ container: SharedContainer, batch: BatchID) async {
    let (traces, results, omitted) = state.withLock { ($0.traces, $0.results, $0.omitted) }
    let positions = Set(traces.keys).union(results.keys).sorted()
    var attachments: [AttachmentRecord] = []
    for position in positions {
      var record = traces[position]?.record ?? AttachmentRecord(representations: [])
      switch results[position] {
      case .success(let stored):
        record.result = .stored(
          declaredType: stored.declaredType, contentType: stored.contentType, size: stored.size)
        record.handedOver = .copy
        if recording.readsBack { record.readBack = await Self.readBack(stored, in: container) }
      case .failure(let error): record.result = .refused(error.code, at: error.stage)
      case nil: break
      }
      attachments.append(record)
    }
    recording.write(
      ShareRecord(
        // A share of its own kind of identifier; the time in it is the batch's.
        id: ShareID(bytes: batch.bytes) ?? ShareID(milliseconds: container.now()),
        recordedAt: container.now(), origin: recording.origin, row: recording.row,
        source: recording.source, content: recording.content, system: recording.system,
        build: recording.build, items: items(of: attachments), omitted: omitted))
  }

  private func items(of attachments: [AttachmentRecord]) -> [ShareRecord.Item] {
    var rest = attachments[...]
    var items: [ShareRecord.Item] = []
    for size in recording.itemSizes ?? [] where !rest.isEmpty {
      items.append(.init(attachments: Array(rest.prefix(max(0, size)))))
      rest = rest.dropFirst(max(0, size))
    }
    if !rest.isEmpty { items.append(.init(attachments: Array(rest))) }
    return items
  }

  /// What is found in the container; `nil` where a reader has had it already.
  private static func readBack(
    _ stored: StoredAttachment, in container: SharedContainer
  ) async -> AttachmentRecord.ReadBack? {
    let inbox = Inbox(container)
    do {
      let reader = try await inbox.open(stored.id)
      defer { reader.close() }
      while try await reader.next() != nil {}
      return .init(by: .intake)
    } catch let error as IntakeError {
      let isGone = try? await container.catalog.record(stored.id) == nil
      return isGone == true ? nil : .init(by: .intake, failure: error.code)
    } catch {
      // Cancelled: nothing is known of it.
      return nil
    }
  }
}
