import AttachmentIntake
public import IntakeModel
import ShareContract
public import UniformTypes

/// Attachments that behave as those of a recorded share did: with content of the same types and sizes, which
/// lives as long, and with the same failures.
///
/// What the record says of an attachment is repeated by causes of its kind: a missing file is missing, a pipe
/// is a pipe, a file that may not be read has no permissions, a provider that never called back does not. What
/// was not tried then delivers good content of its type.
///
///     let share = ReplayedShare(record, contract: contract)
///     let outcomes = try await pipeline.ingest(share.attachments)
///
/// Nothing is made before it is loaded, and everything is removed as the source removed it.
public struct ReplayedShare: Sendable {
  /// The record that is repeated.
  public let record: ShareRecord
  /// The attachments of all items, in their order.
  public let attachments: [Attachment]
  private let notes: ReplayNotes
  /// Attachments of which the record says only that they were refused before anybody looked at them.
  private let unseen: [ScriptedSource]

  /// - Parameters:
  ///   - record: What is repeated.
  ///   - contract: Its limits decide how large something is of which the record only says that it was too large.
  ///   - registry: The known types.
  ///   - limits: What a replay does at most.
  ///   - clock: What the pipeline measures time by. It is advanced where a source of the share never delivers,
  ///     so that nobody waits.
  ///   - folder: Where files are made; `TMPDIR` by default.
  public init(
    _ record: ShareRecord, contract: InputContract, registry: TypeRegistry = .standard,
    limits: ReplayLimits = ReplayLimits(), clock: ManualClock, folder: String? = nil
  ) {
    self.record = record
    let notes = ReplayNotes()
    self.notes = notes
    let configuration = IntakePipeline.Configuration(contract, registry: registry)
    let context = ReplayContext(
      contract: contract, registry: registry, limits: limits, clock: clock,
      timeout: configuration.loadTimeout, fileLimit: configuration.maximumFileSize,
      folder: folder, notes: notes)
    var unseen: [ScriptedSource] = []
    attachments = record.attachments.map { attachment in
      let source = Self.source(of: attachment, in: context)
      if attachment.isUnseen { unseen.append(source) }
      return Attachment(source)
    }
    self.unseen = unseen
    if attachments.isEmpty { notes.meet("the record holds no attachment") }
    if record.omitted > 0 {
      notes.remark(
        "\(record.omitted) attachments were left out of the record, and are not replayed")
    }
    let tried = record.attachments.flatMap(\.representations).filter { $0.attempt != nil }
    if tried.contains(where: { $0.type == .untold }) {
      notes.meet("the record leaves out what type was loaded, since it could be part of a name")
    }
    for case .refused(let code, _)? in record.attachments.map(\.result)
    where !ReplayedFailure.canRepeat(code, under: contract.limits) {
      notes.meet(ReplayedFailure.reason(against: code))
    }
  }

  /// Why the share cannot be replayed, as far as that was met: what stood in the way of a load is known only
  /// after that load.
  public var obstacles: [String] {
    unseen.allSatisfy { $0.askings.count == 0 }
      ? notes.obstacles
      : notes.obstacles + ["an attachment that nobody had looked at was to be loaded"]
  }

  /// The replay came upon something else that stands in its way.
  func meet(_ obstacle: String) { notes.meet(obstacle) }

  /// Something has to be said of the replay.
  func remark(_ text: String) { notes.remark(text) }

  /// What the record does not say, and what was put in its place.
  public var remarks: [String] { notes.remarks }

  private static func source(
    of attachment: AttachmentRecord, in context: ReplayContext
  ) -> ScriptedSource {
    let recorded = attachment.representations
    if recorded.isEmpty, case .refused(let code, let stage) = attachment.result,
      code != .noAcceptedType
    {
      // It could not even say what it offers.
      return ScriptedSource(failing: IntakeError(code, at: stage, "as it was recorded"))
    }
    let representations = recorded.map {
      Representation($0.type, delivery: $0.delivery, size: $0.declaredSize)
    }
    return ScriptedSource(representations) { representation, receiver in
      do {
        // Of two that are the same, only the first is ever loaded.
        let place = representations.firstIndex(of: representation)
        guard let place else { throw ReplayObstacle("\(representation.type) is not in the record") }
        let script = try ReplayScript(recorded[place], of: attachment, in: context)
        try await script.play(representation, into: receiver, in: context)
      } catch let obstacle as ReplayObstacle {
        context.notes.meet(obstacle.reason)
        throw obstacle
      } catch let failure as SystemCallFailure {
        // Of ours, such as a file system that has no files of such a size.
        context.notes.meet(
          "what the source delivered cannot be made here: \(failure.call) failed (\(failure.number))"
        )
        throw failure
      }
    }
  }
}

extension AttachmentRecord {
  /// Whether it was refused before its source was asked what it offers.
  fileprivate var isUnseen: Bool {
    guard representations.isEmpty, case .refused(let code, _) = result else { return false }
    return code == .batchAborted || code == .overCountLimit || code == .containerFull
  }
}
