import AttachmentIntake
import IntakeModel
import Synchronization

/// The course of one run: a container that each share finds empty.
struct ReplayRun {
  private let replay: ShareReplay
  private let folder: TemporaryFolder
  private let rows: ReplayRows
  private let meter: ReplayMeter

  init(_ replay: ShareReplay, folder: TemporaryFolder) {
    self.replay = replay
    self.folder = folder
    rows = ReplayRows(replay.contract, registry: replay.registry)
    meter = ReplayMeter(replay.progress)
  }

  /// Replays one share.
  func replay(_ record: ShareRecord) async throws -> ReplayResult {
    // A container for each: what one share leaves, if only as a record of a removal, is none of the next.
    let place = try TemporaryFolder(base: folder.path)
    defer { place.remove() }
    let clock = ManualClock()
    let row = try rows.reference(for: record)
    let share = ReplayedShare(
      record, contract: replay.contract, registry: replay.registry, limits: replay.limits,
      clock: clock, folder: try place.makeFolder("source"))
    if let reference = record.row {
      if row == nil {
        share.remark("the contract has no row '\(reference.id)', for which it was recorded")
      } else if row != reference {
        share.remark("the row '\(reference.id)' has changed since it was recorded")
      }
    }
    defer { meter.shareEnded() }
    guard share.obstacles.isEmpty else { return result(of: share, row, observed: nil) }
    let container = try place.makeFolder("container")
    let observed = try await SharedContainer.withContainer(at: container) { container in
      try await take(share, row, into: container, clock: clock)
    }
    return result(of: share, row, observed: observed)
  }

  private func take(
    _ share: ReplayedShare, _ row: RowReference?, into container: SharedContainer,
    clock: ManualClock
  ) async throws -> ShareRecord? {
    let record = Mutex<ShareRecord?>(nil)
    var outcomes: [Outcome] = []
    var options = BatchOptions(policy: replay.contract.batchPolicy, order: .asGiven)
    options.recording = recording(of: share.record, row) { made in record.withLock { $0 = made } }
    options.progress = { [meter] in meter.note($0.bytesDone) }
    let pipeline = try IntakePipeline(into: container, configuration: configuration(clock))
    do {
      try await pipeline.ingest(share.attachments, options: options) { outcomes.append($0) }
    } catch let error as IntakeError {
      // A failure of the place ends a batch that is all or nothing, and says nothing of the share.
      share.meet("the replay itself failed: \(error.code)")
      return nil
    }
    for case .failure(let error) in outcomes.map(\.result)
    where !ReplayedFailure.canRepeat(error.code, under: replay.contract.limits) {
      share.meet("the replay itself failed: \(error.code)")
    }
    guard var observed = record.withLock({ $0 }) else { return nil }
    observed.id = share.record.id
    observed.recordedAt = nil
    // The pipeline's time stood still, or was moved on.
    for item in observed.items.indices {
      for place in observed.items[item].attachments.indices {
        observed.items[item].attachments[place].durations = [:]
      }
    }
    try await readBack(outcomes, from: container, into: &observed)
    return observed
  }

  private func configuration(_ clock: ManualClock) -> IntakePipeline.Configuration {
    var configuration = IntakePipeline.Configuration(replay.contract, registry: replay.registry)
    // What is delivered is made up, and opens nowhere.
    configuration.validation = nil
    configuration.clock = clock
    configuration.maximumConcurrentLoads = 1
    // Nothing is to outlast the run.
    configuration.durability = .none
    return configuration
  }

  private func recording(
    of record: ShareRecord, _ row: RowReference?, write: @escaping @Sendable (ShareRecord) -> Void
  ) -> ShareRecording {
    var recording = ShareRecording(write)
    recording.origin = .synthetic
    recording.row = row
    recording.source = record.source
    recording.content = record.content
    recording.itemSizes = record.items.map(\.attachments.count)
    // Done here, by the way a host takes.
    recording.readsBack = false
    return recording
  }

  /// Takes each copy as a host does, reads it to its end, and is done with it.
  private func readBack(
    _ outcomes: [Outcome], from container: SharedContainer, into record: inout ShareRecord
  ) async throws {
    let inbox = Inbox(container)
    var found: [Int: AttachmentRecord.ReadBack] = [:]
    for outcome in outcomes {
      guard let stored = outcome.stored else { continue }
      do {
        guard let taken = try await inbox.take(stored.id) else {
          throw IntakeError(.notFound, at: .handoff, "\(stored.id) is not there to be taken")
        }
        let reader = try await taken.open()
        defer { reader.close() }
        while try await reader.next() != nil {}
        try await taken.finish()
        found[outcome.position] = .init(by: .intake)
      } catch let error as IntakeError {
        found[outcome.position] = .init(by: .intake, failure: error.code)
      }
    }
    var position = 0
    for item in record.items.indices {
      for place in record.items[item].attachments.indices {
        record.items[item].attachments[place].readBack = found[position]
        position += 1
      }
    }
  }

  private func result(
    of share: ReplayedShare, _ row: RowReference?, observed: ShareRecord?
  ) -> ReplayResult {
    let obstacles = share.obstacles
    guard let observed, obstacles.isEmpty else {
      return ReplayResult(
        recorded: share.record, observed: nil, row: row?.id, differences: [],
        obstacles: obstacles.isEmpty ? ["the pipeline gave no record"] : obstacles,
        remarks: share.remarks, caveats: caveats(of: share.record), verdict: .notReplayed)
    }
    let comparison = ReplayComparison(share.record, observed)
    if comparison.dependsOnTiming {
      share.remark(
        "the batch is all or nothing: which attachment was refused first, and which were dropped with it, "
          + "depends on timing, and is not compared")
    }
    let differences = comparison.differences + rows.differences(of: observed)
    let verdict: ReplayResult.Verdict =
      if !differences.isEmpty {
        .differs
      } else if comparison.comparesAnything || row != nil {
        .same
      } else {
        .notCompared
      }
    return ReplayResult(
      recorded: share.record, observed: observed, row: row?.id, differences: differences,
      obstacles: [], remarks: share.remarks, caveats: caveats(of: share.record),
      verdict: verdict)
  }

  private func caveats(of record: ShareRecord) -> [String] {
    var caveats: [String] = []
    let sights = ShareRecord.Sight.allCases.filter(record.seen.contains)
    if !sights.isEmpty {
      let list = sights.map(\.rawValue).joined(separator: ", ")
      caveats.append("what was seen is not replayed: \(list)")
    }
    if replay.contract.validation != nil {
      caveats.append(
        "the contract has content opened before it is stored, which is not replayed: the content is made up"
      )
    }
    if record.isMadeFromRow {
      caveats.append(
        "the content is made up from what the row promises; only a record tells what a source really delivers"
      )
    }
    return caveats
  }
}
