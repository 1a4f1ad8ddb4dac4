import IntakeModel
import Testing
import UniformTypes

struct `An intake error` {
  struct Cause: Error {}

  static let descriptions: [(Stage, String)] = [
    (.selection, "selecting"), (.loading, "loading"), (.copying, "copying"),
    (.validation, "validating"), (.commit, "committing"), (.handoff, "handing over"),
    (.retention, "cleaning up"),
  ]

  @Test(arguments: descriptions)
  func `says what, where and why`(stage: Stage, doing: String) {
    let error = IntakeError(.overFileLimit, at: stage, "11 bytes, at most 10 bytes", cause: Cause())
    #expect(error.description == "over-file-limit while \(doing): 11 bytes, at most 10 bytes")
    #expect("\(error)" == error.description)
    #expect(error.cause is Cause)
  }

  static let codes: [IntakeError.Code] = [
    .overFileLimit, .overBatchLimit, .overCountLimit, .containerFull,
    .noAcceptedType, .loadFailed, .loadTimedOut, .nothingDelivered, .notDownloaded, .sourceMissing,
    .sourceDenied, .sourceIsLink, .sourceIsDirectory, .sourceNotRegular, .readFailed,
    .sourceChanged, .sequenceFailed, .emptyContent, .contentMismatch, .contentInvalid,
    .digestMismatch, .containerUnavailable, .containerReadOnly, .containerUnsuitable, .diskFull,
    .tooManyOpenFiles, .writeFailed, .catalogFailed, .catalogDamaged, .notFound, .alreadyTaken,
    .leaseLost, .batchAborted, .invalidArgument, .closed,
  ]

  @Test func `has a code with a name of its own, plain enough for any record`() {
    #expect(Set(Self.codes).count == Self.codes.count)
    #expect(Set(Self.codes.map(\.name)).count == Self.codes.count)
    for code in Self.codes {
      #expect(code.name.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }, "\(code)")
      #expect(code.description == code.name)
    }
  }

  @Test func `stages are in the order of the way`() {
    #expect(Stage.allCases == Self.descriptions.map(\.0))
  }
}

struct `An outcome` {
  let id = AttachmentID(milliseconds: 0)

  private func stored(_ declared: String, _ content: String) throws -> StoredAttachment {
    StoredAttachment(
      id: id, declaredType: .init(declared), contentType: .init(content), size: .bytes(1),
      digest: try #require(ContentDigest([UInt8](repeating: 0, count: 32))))
  }

  @Test func `is a stored attachment or a refusal`() throws {
    let attachment = try stored("public.jpeg", "public.jpeg")
    let kept = Outcome(position: 0, name: nil, result: .success(attachment))
    #expect(kept.stored == attachment)
    #expect(kept.refusal == nil)
    #expect(kept.stage == .handoff)

    let error = IntakeError(.diskFull, at: .commit, "full")
    let refused = Outcome(position: 1, name: "a", result: .failure(error))
    #expect(refused.stored == nil)
    #expect(refused.refusal?.code == .diskFull)
    #expect(refused.stage == .commit)
  }

  @Test func `tells a relabelled attachment`() throws {
    #expect(try stored("public.heic", "public.jpeg").isRelabelled)
    #expect(try !stored("public.jpeg", "public.jpeg").isRelabelled)
  }

  @Test(arguments: CatalogRecord.State.allCases)
  func `a reader may open a record that was handed over`(state: CatalogRecord.State) {
    #expect(state.isHandedOver == [.available, .taken, .finished].contains(state))
  }

  @Test func `a receipt is known by its identifier`() throws {
    let digest = try #require(ContentDigest([UInt8](repeating: 0, count: 32)))
    let first = StagingReceipt(name: StoredName(id: id), size: .bytes(1), digest: digest)
    let same = StagingReceipt(
      name: StoredName(id: id, filenameExtension: "jpg"), size: .bytes(2), digest: digest)
    #expect(first == same)
    #expect(Set([first, same]).count == 1)
  }
}
