import AttachmentIntake
import IntakeModel
import IntakeTesting
import Synchronization
import Testing
import UniformTypes

/// What a run does and does not do, whatever the records say.
@Suite(.timeLimit(.minutes(5)))
struct `A run of replays` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A record of one attachment of one representation.
  static func record(
    _ type: TypeIdentifier = "public.jpeg", as delivery: Representation.Delivery = .file,
    declaring declaredSize: ByteCount? = nil, attempt: RepresentationRecord.Attempt? = nil,
    result: AttachmentRecord.Result? = nil
  ) -> ShareRecord {
    let representation = RepresentationRecord(
      type, delivery: delivery, declaredSize: declaredSize, attempt: attempt)
    let attachment = AttachmentRecord(representations: [representation], result: result)
    return ShareRecord(
      id: ShareID(milliseconds: 1), origin: .device, items: [.init(attachments: [attachment])])
  }

  static func refused(
    _ code: IntakeError.Code, at stage: Stage, declaring size: ByteCount? = nil,
    as delivery: Representation.Delivery = .file, arrival: RepresentationRecord.Arrival? = nil
  ) -> ShareRecord {
    record(
      as: delivery, declaring: size,
      attempt: .init(order: 0, arrival: arrival, failure: .init(code, at: stage)),
      result: .refused(code, at: stage))
  }

  func replay(_ record: ShareRecord, _ contract: InputContract = .sample()) async throws
    -> ReplayResult
  {
    try #require(try await ShareReplay(contract).run([record], into: folder.path).first)
  }

  // MARK: Sizes

  @Test func `refuses eight gibibytes by the limit, and copies none of them`() async throws {
    let record = Self.refused(
      .overFileLimit, at: .copying, declaring: .gibibytes(8), arrival: .file)
    let copied = Mutex(ByteCount.zero)
    var replay = ShareReplay(.sample())
    replay.progress = { progress in copied.withLock { $0 = progress.bytes } }
    let result = try #require(try await replay.run([record], into: folder.path).first)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
    #expect(copied.withLock { $0 } == .zero)
    #expect(try folder.list() == [])
  }

  @Test func `says that a record of eight gibibytes is over a limit that is lower now`()
    async throws
  {
    let size = ByteCount.gibibytes(8)
    let record = Self.record(
      attempt: .init(order: 0, arrival: .file, size: size, contentType: "public.jpeg"),
      result: .stored(declaredType: "public.jpeg", contentType: "public.jpeg", size: size))
    let result = try await replay(record)
    #expect(
      result.differences.map(\.description) == [
        "attachment 1: result was stored, and is refused: over-file-limit (copying)",
        """
        attachment 1: trail was nothing before it failed, and is public.jpeg: over-file-limit (copying)
        """,
      ])
  }

  @Test func `never makes content smaller to replay it`() async throws {
    let contract = InputContract.sample { $0.limits.fileSize = .gibibytes(100) }
    let data = Self.record(as: .data, declaring: .mebibytes(65))
    let large = try await replay(data, contract)
    #expect(large.verdict == .notReplayed)
    #expect(
      large.obstacles == ["65.0 MiB would be held in memory, and a replay holds at most 64.0 MiB"])
    #expect(large.observed == nil)
    for delivery in [Representation.Delivery.file, .stream] {
      let huge = try await replay(
        Self.record(as: delivery, declaring: .gibibytes(50)), contract)
      #expect(huge.obstacles == ["50.0 GiB would be copied, and a replay copies at most 4.00 GiB"])
    }
  }

  @Test func `says what size stands for one that is not recorded`() async throws {
    let result = try await replay(
      Self.refused(.overFileLimit, at: .copying, as: .data, arrival: .bytes))
    #expect(result.verdict == .same)
    #expect(
      result.remarks == [
        "the size of what was over-file-limit is not recorded, and taken as 1.00 MiB (1048577 bytes)"
      ])
  }

  @Test func `takes a declared size that no file can have`() async throws {
    let contract = InputContract.sample { $0.limits.fileSize = ByteCount(bytes: .max - 1) }
    let record = Self.refused(
      .overFileLimit, at: .copying, declaring: ByteCount(bytes: .max), arrival: .file)
    let result = try await replay(record, contract)
    #expect(result.verdict == .notReplayed || result.verdict == .same)
    #expect(try folder.list() == [])
  }

  // MARK: What cannot be replayed

  @Test(
    arguments: [
      .diskFull, .containerBusy, .containerUnavailable, .containerReadOnly, .containerUnsuitable,
      .tooManyOpenFiles, .writeFailed, .catalogFailed, .catalogDamaged, .containerFull, .closed,
      .contentInvalid, .contentOverLimit, .contentLocked, .contentRepairable, .notValidated,
      .contentInfected, .notScanned, .sequenceFailed, .digestMismatch,
    ] as [IntakeError.Code])
  func `is not done where the place failed, and not the source`(
    code: IntakeError.Code
  ) async throws {
    let result = try await replay(Self.refused(code, at: .commit))
    #expect(result.verdict == .notReplayed)
    #expect(result.obstacles.contains { $0.contains(code.name) }, "\(result.obstacles)")
    #expect(result.observed == nil)
    #expect(result.differences == [])
  }

  @Test func `is not done for a record without attachments`() async throws {
    let result = try await replay(ShareRecord(id: ShareID(milliseconds: 1), origin: .manual))
    #expect(result.obstacles == ["the record holds no attachment"])
  }

  @Test func `is not done where content cannot be made to measure`() async throws {
    // No image of three bytes tells that it is one of this kind.
    let record = Self.record(
      "public.png",
      attempt: .init(order: 0, arrival: .file, size: .bytes(3), contentType: "public.png"),
      result: .stored(declaredType: "public.png", contentType: "public.png", size: .bytes(3)))
    let result = try await replay(record)
    #expect(
      result.obstacles == ["no content of 3 bytes can be made that is told to be public.png"])
  }

  @Test func `counts how the shares came out`() async throws {
    let totals = try await ShareReplay(.sample()).run(
      [
        Self.refused(.sourceMissing, at: .loading, arrival: .file),
        Self.refused(.emptyContent, at: .validation, arrival: .bytes),
        Self.refused(.diskFull, at: .copying, arrival: .file),
        Self.record(result: .refused(.sourceMissing, at: .loading)), Self.record(),
      ]
    ) { _ in }
    #expect(totals[.same] == 2)
    #expect(totals[.differs] == 1)
    #expect(totals[.notCompared] == 1)
    #expect(totals[.notReplayed] == 1)
    #expect(totals.count == 5)
  }

  @Test func `repeats every failure that a source can report`() async throws {
    // Codes that a source names itself, where it delivers no file that could have them.
    for code: IntakeError.Code in [
      .sourceMissing, .sourceDenied, .sourceIsLink, .sourceNotRegular, .readFailed, .loadFailed,
      .notDownloaded, .loadTimedOut, .nothingDelivered,
    ] {
      for delivery in Representation.Delivery.allCases {
        let result = try await replay(Self.refused(code, at: .loading, as: delivery))
        #expect(
          result.verdict == .same,
          "\(code) as \(delivery): \(result.differences) \(result.obstacles)")
      }
    }
  }

  // MARK: Course

  @Test func `keeps the order, and tells how far it is`() async throws {
    let seen = Mutex<[Int]>([])
    var replay = ShareReplay(.sample())
    replay.progress = { progress in seen.withLock { $0.append(progress.shares) } }
    let sizes = [5000, 6000, 7000]
    let records = sizes.map { Self.record(declaring: .bytes($0)) }
    let results = try await replay.run(records, into: folder.path)
    #expect(
      results.map { $0.recorded.attachments[0].representations[0].declaredSize?.bytes }
        == sizes.map { Int64($0) })
    let counts = seen.withLock { $0 }
    #expect(counts == counts.sorted())
    #expect(counts.last == 3)
  }

  @Test func `leaves nothing behind`() async throws {
    _ = try await ShareReplay(.sample()).run(
      [Self.record(), Self.refused(.sourceDenied, at: .loading, arrival: .file)],
      into: folder.path)
    #expect(try folder.list() == [])
  }

  @Test func `leaves nothing behind where the caller fails`() async throws {
    await #expect(throws: Unnumbered.self) {
      try await ShareReplay(.sample()).run([Self.record(), Self.record()], into: folder.path) { _ in
        throw Unnumbered()
      }
    }
    #expect(try folder.list() == [])
  }

  @Test func `leaves nothing behind where it is cancelled`() async throws {
    let begun = Gate()
    let path = folder.path
    let run = Task {
      try await ShareReplay(.sample()).run(
        Array(repeating: Self.record(), count: 100_000), into: path
      ) { _ in
        begun.open()
      }
    }
    try await begun.wait()
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(try folder.list() == [])
  }

  @Test func `leaves nothing behind where it is cancelled in the middle of a copy`() async throws {
    let copying = Gate()
    let path = folder.path
    var replay = ShareReplay(.sample { $0.limits.fileSize = .gibibytes(4) })
    replay.progress = { progress in
      if progress.bytes > .zero { copying.open() }
    }
    let film = Self.record("public.mpeg-4", declaring: .gibibytes(3))
    let run = Task { [replay] in try await replay.run([film], into: path) }
    try await copying.wait()
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(try folder.list() == [])
  }

  @Test func `makes content that fits where its size is not recorded`() async throws {
    let contract = InputContract.sample {
      $0.rule.accepted = [AcceptedType("public.jpeg", maximumSize: .bytes(5000))]
    }
    let result = try await replay(Self.record(), contract)
    #expect(
      result.observed?.attachments[0].result
        == .stored(
          declaredType: "public.jpeg", contentType: "public.jpeg", size: .bytes(5000)))
  }

  @Test func `is refused by a contract that makes no sense`() async throws {
    let contract = InputContract(name: "Nothing", rule: SelectionRule([]))
    await #expect(throws: IntakeError.self) {
      try await ShareReplay(contract).run([Self.record()], into: folder.path)
    }
    #expect(try folder.list() == [])
  }

  @Test func `says when it has no place to work in`() async throws {
    await #expect(throws: SystemCallFailure.self) {
      try await ShareReplay(.sample()).run([Self.record()], into: "/nowhere/at/all")
    }
  }
}
