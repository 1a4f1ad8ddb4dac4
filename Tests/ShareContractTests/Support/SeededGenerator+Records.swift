import IntakeTesting
import ShareContract

extension SeededGenerator {
  /// A record of any shape, whose values can stand in a line.
  mutating func record() -> ShareRecord {
    ShareRecord(
      id: ShareID(milliseconds: Int64.random(in: 0...(1 << 40), using: &self)),
      recordedAt: some { Int64.random(in: 0...(.max), using: &$0) },
      origin: pick(ShareRecord.Origin.allCases),
      row: some { _ in RowReference(id: "photos-still", revision: "58360d21d8f91c7a") },
      source: some { $0.label() }, content: some { $0.label() }, system: some { $0.system() },
      build: some { $0.label() },
      seen: Set(list(0...3) { $0.pick(ShareRecord.Sight.allCases) }),
      items: list(0...3) { random in
        ShareRecord.Item(attachments: random.list(0...3) { $0.attachment() })
      },
      omitted: some { Int.random(in: 0...(.max), using: &$0) } ?? 0)
  }

  private mutating func system() -> ShareRecord.System {
    ShareRecord.System(
      name: label(), build: some { $0.label() }, device: some { $0.label() },
      isFreshInstallation: some { Bool.random(using: &$0) })
  }

  private mutating func attachment() -> AttachmentRecord {
    var record = AttachmentRecord(
      representations: list(0...4) { random in
        RepresentationRecord(
          random.pick(Self.types), delivery: random.pick(Representation.Delivery.allCases),
          declaredSize: random.some { $0.size() }, attempt: random.some { $0.attempt() })
      })
    record.result = some { random in
      Bool.random(using: &random)
        ? .stored(
          declaredType: random.pick(Self.types), contentType: random.pick(Self.types),
          size: random.size())
        : .refused(random.pick(IntakeError.Code.allCases), at: random.pick(Stage.allCases))
    }
    for stage in Stage.allCases where Bool.random(using: &self) {
      record.durations[stage] = .microseconds(Int64.random(in: 0...99_999_999_999, using: &self))
    }
    record.handedOver = some { $0.pick(AttachmentRecord.HandedOver.allCases) }
    record.readBack = some { random in
      AttachmentRecord.ReadBack(
        by: random.pick(AttachmentRecord.ReadBack.Reader.allCases),
        failure: random.some { $0.pick(IntakeError.Code.allCases) })
    }
    return record
  }

  private mutating func attempt() -> RepresentationRecord.Attempt {
    RepresentationRecord.Attempt(
      order: Int.random(in: 0...9, using: &self),
      arrival: some { $0.pick(RepresentationRecord.Arrival.allCases) }, size: some { $0.size() },
      contentType: some { $0.pick(Self.types) },
      failure: some { random in
        RepresentationRecord.Failure(
          random.pick(IntakeError.Code.allCases), at: random.pick(Stage.allCases),
          domain: random.some { $0.label() },
          number: random.some { Int.random(in: .min ... .max, using: &$0) })
      })
  }
}
