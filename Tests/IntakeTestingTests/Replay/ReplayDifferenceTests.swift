import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing
import UniformTypes

/// A record that is not as the pipeline does it shows exactly that.
@Suite(.timeLimit(.minutes(5)))
struct `A replay of a changed record` {
  typealias Change = @Sendable (inout AttachmentRecord) -> Void

  /// The first representation fails, the second is stored.
  static func record(_ change: (inout AttachmentRecord) -> Void) -> ShareRecord {
    let failed = RepresentationRecord.Attempt(
      order: 0, arrival: .file, size: .zero, failure: .init(.sourceMissing, at: .loading))
    let stored = RepresentationRecord.Attempt(
      order: 1, arrival: .bytes, size: .bytes(5000), contentType: "public.jpeg")
    var attachment = AttachmentRecord(
      representations: [
        RepresentationRecord("public.heic", delivery: .file, attempt: failed),
        RepresentationRecord("public.jpeg", delivery: .data, attempt: stored),
      ],
      result: .stored(
        declaredType: "public.jpeg", contentType: "public.jpeg", size: .bytes(5000)))
    change(&attachment)
    return ShareRecord(
      id: ShareID(milliseconds: 1), origin: .device, items: [.init(attachments: [attachment])])
  }

  static let changes:
    [(subject: ReplayDifference.Subject, expected: String, observed: String, change: Change)] = [
      (
        .size, "4.88 KiB (5001 bytes)", "4.88 KiB (5000 bytes)",
        {
          $0.result = .stored(
            declaredType: "public.jpeg", contentType: "public.jpeg", size: .bytes(5001))
        }
      ),
      (
        .contentType, "public.png", "public.jpeg",
        {
          $0.result = .stored(
            declaredType: "public.jpeg", contentType: "public.png", size: .bytes(5000))
        }
      ),
      (
        .result, "refused: load-failed (loading)", "stored",
        { $0.result = .refused(.loadFailed, at: .loading) }
      ),
    ]

  @Test func `shows none where nothing was changed`() async throws {
    let result = try #require(
      try await ShareReplay(.sample()).run([Self.record { _ in }]).first)
    #expect(result.differences == [])
    #expect(result.verdict == .same)
  }

  @Test(arguments: changes.indices)
  func `shows what was changed, and nothing else`(index: Int) async throws {
    let (subject, expected, observed, change) = Self.changes[index]
    let result = try #require(try await ShareReplay(.sample()).run([Self.record(change)]).first)
    #expect(result.verdict == .differs)
    #expect(
      result.differences == [
        ReplayDifference(
          subject, from: .record, attachment: 0, expected: expected, observed: observed)
      ])
  }

  @Test func `shows another choice where the contract changed`() async throws {
    let contract = InputContract.sample {
      $0.rule.accepted = [AcceptedType("public.png"), AcceptedType("public.image")]
    }
    let record = Self.record { attachment in
      attachment.representations[0].attempt = nil
      attachment.representations[0].type = "public.png"
    }
    let result = try #require(try await ShareReplay(contract).run([record]).first)
    #expect(
      result.differences.map(\.subject) == [.contentType, .representation, .delivery, .size])
    #expect(
      result.differences.map(\.description) == [
        "attachment 1: content was public.jpeg, and is public.png",
        "attachment 1: representation was public.jpeg, and is public.png",
        "attachment 1: delivery was data, and is file",
        "attachment 1: size was 4.88 KiB (5000 bytes), and is 16.0 KiB (16384 bytes)",
      ])
  }

  @Test func `shows another reason and another stage`() async throws {
    let record = Self.record { attachment in
      attachment.representations.removeLast()
      attachment.result = .refused(.emptyContent, at: .validation)
    }
    let result = try #require(try await ShareReplay(.sample()).run([record]).first)
    #expect(result.differences.map(\.subject) == [.reason, .stage])
    #expect(result.differences.map(\.expected) == ["empty-content", "validation"])
    #expect(result.differences.map(\.observed) == ["source-missing", "loading"])
  }

  @Test func `shows another trail`() async throws {
    let contract = InputContract.sample { $0.rule.accepted = [AcceptedType("public.jpeg")] }
    let result = try #require(
      try await ShareReplay(contract).run([Self.record { _ in }]).first)
    #expect(
      result.differences.map(\.description) == [
        """
        attachment 1: trail was public.heic: source-missing (loading), and is nothing before it failed
        """
      ])
  }

  @Test func `compares nothing where nothing was observed`() async throws {
    let record = Self.record { attachment in
      attachment.result = nil
      for place in attachment.representations.indices {
        attachment.representations[place].attempt = nil
      }
    }
    let result = try #require(try await ShareReplay(.sample()).run([record]).first)
    #expect(result.verdict == .notCompared)
    #expect(
      result.observed?.attachments[0].result
        == .stored(
          declaredType: "public.heic", contentType: "public.heic", size: .bytes(16_384)))
  }
}
