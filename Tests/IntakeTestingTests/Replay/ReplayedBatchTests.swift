import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing
import UniformTypes

/// Shares of several attachments, and what only a contract or a certain system makes happen.
@Suite(.timeLimit(.minutes(5)))
struct `A replayed batch` {
  static func replay(_ record: ShareRecord, by contract: InputContract) async throws -> ReplayResult
  {
    try #require(try await ShareReplay(contract).run([record]).first)
  }

  @Test func `keeps its items and their order`() async throws {
    let contract = InputContract.sample()
    let record = try await recordShare(
      [.photo(5000), .provider(.init("public.png", .removedFile)), .photo(6000)],
      by: contract, itemSizes: [1, 2])
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences)")
    let observed = try #require(result.observed)
    #expect(observed.items.map(\.attachments.count) == [1, 2])
    #expect(observed.attachments.map(\.result) == record.attachments.map(\.result))
    #expect(observed.attachments.map(\.readBack?.failure) == [nil, nil, nil])
    #expect(observed.origin == .synthetic)
    #expect(observed.id == record.id)
    #expect(observed.source == "Sample")
    #expect(observed.recordedAt == nil)
  }

  @Test func `leaves nothing where it is all or nothing and one is refused`() async throws {
    let contract = InputContract.sample { $0.batchPolicy = .allOrNothing }
    let record = try await recordShare(
      [.photo(5000), .provider(.init("public.png", .removedFile)), .photo(6000)],
      by: contract
    ) { $0.maximumConcurrentLoads = 1 }
    #expect(
      record.attachments.map(\.result) == [
        .refused(.batchAborted, at: .commit), .refused(.sourceMissing, at: .loading),
        .refused(.batchAborted, at: .commit),
      ])
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
  }

  @Test(.timeLimit(.minutes(5)))
  func `of all or nothing says so where a load was cut off, and is the same`() async throws {
    let contract = InputContract.sample { $0.batchPolicy = .allOrNothing }
    // The second one fails once the first has begun to arrive, and the first never ends.
    let (arrived, never) = (Gate(), Gate())
    let slow = Attachment(
      ScriptedSource([Representation("public.jpeg", delivery: .stream)]) { _, receiver in
        arrived.open()
        try await receiver.receiveChunks(ChunkSource(.jpeg(bytes: 200_000)).held(by: never, at: 1))
      })
    let failing = Attachment(
      ScriptedSource([Representation("public.jpeg", delivery: .stream)]) { _, _ in
        try await arrived.wait()
        throw SampleFault(sourceDomain: "Sample", sourceNumber: 1)
      })
    let record = try await recordShare([slow, failing], by: contract) {
      $0.maximumConcurrentLoads = 2
    }
    #expect(
      record.attachments.map(\.result) == [
        .refused(.batchAborted, at: .commit), .refused(.loadFailed, at: .loading),
      ])
    #expect(record.attachments[0].representations[0].attempt?.size == nil)
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
    #expect(result.remarks.contains { $0.contains("depends on timing") })
  }

  @Test func `of all or nothing differs where nothing is refused any more`() async throws {
    let contract = InputContract.sample { $0.batchPolicy = .allOrNothing }
    var record = try await recordShare(
      [.photo(5000), .provider(.init("public.png", .removedFile))], by: contract
    ) { $0.maximumConcurrentLoads = 1 }
    record.items[0].attachments[1].representations[0].attempt = nil
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .differs)
    #expect(result.differences.count { $0.subject == .result } == 2)
  }

  @Test func `is stored where it is all or nothing and nothing is refused`() async throws {
    let contract = InputContract.sample { $0.batchPolicy = .allOrNothing }
    let record = try await recordShare([.photo(5000), .photo(6000)], by: contract)
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
    #expect(
      result.observed?.attachments.map(\.readBack) == [.init(by: .intake), .init(by: .intake)])
  }

  @Test(arguments: [true, false])
  func `meets the limit of the batch at the same attachment`(declares: Bool) async throws {
    let contract = InputContract.sample { $0.limits.batchSize = .kibibytes(100) }
    let sources = [60_000, 50_000, 30_000].map { size in
      Attachment(
        ScriptedSource(
          "public.jpeg", .jpeg(bytes: size), delivery: .file,
          declaredSize: declares ? .bytes(size) : nil))
    }
    let record = try await recordShare(sources, by: contract) { $0.maximumConcurrentLoads = 1 }
    #expect(record.attachments[1].result == .refused(.overBatchLimit, at: .copying))
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
    #expect(result.remarks.isEmpty == declares)
  }

  @Test func `meets the limit on the number`() async throws {
    let contract = InputContract.sample { $0.limits.count = 1 }
    let record = try await recordShare([.photo(5000), .photo(6000)], by: contract)
    #expect(record.attachments[1].result == .refused(.overCountLimit, at: .selection))
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
    // Of what was never looked at, nothing is known.
    let raised = try await Self.replay(record, by: .sample())
    #expect(raised.verdict == .notReplayed)
    #expect(raised.obstacles == ["an attachment that nobody had looked at was to be loaded"])
  }

  @Test func `meets the limits of a container that is the contract's`() async throws {
    let contract = InputContract.sample { $0.limits.containerCount = 1 }
    let record = try await recordShare([.photo(5000), .photo(6000)], by: contract) {
      $0.maximumConcurrentLoads = 1
    }
    guard case .refused(.containerFull, _)? = record.attachments[1].result else {
      Issue.record("\(record.attachments[1])")
      return
    }
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
    #expect(try await Self.replay(record, by: .sample()).verdict == .notReplayed)
  }

  @Test func `holds one type to a limit of its own`() async throws {
    let contract = InputContract.sample {
      $0.rule.accepted.insert(AcceptedType("public.gif", maximumSize: .bytes(5000)), at: 0)
      $0.rule.accepted.insert(
        AcceptedType("com.compuserve.gif", maximumSize: .bytes(5000)), at: 0)
    }
    let record = try await recordShare(
      [
        .provider(.init("com.compuserve.gif", .file(.gif(bytes: 5001)))),
        .provider(.init("public.image", .file(.gif(bytes: 9000)))),
        .provider(.init("com.compuserve.gif", .file(.gif(bytes: 5000)))),
      ], by: contract)
    #expect(
      record.attachments.map(\.result) == [
        .refused(.overFileLimit, at: .copying), .refused(.overFileLimit, at: .copying),
        .stored(
          declaredType: "com.compuserve.gif", contentType: "com.compuserve.gif", size: .bytes(5000)),
      ])
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
  }

  @Test func `refuses content of a type that is refused`() async throws {
    let contract = InputContract.sample { $0.rule.refused = [RefusedType("com.compuserve.gif")] }
    let record = try await recordShare(
      [
        .provider(.init("public.image", .data(.gif(bytes: 900)))),
        .provider(.init("com.compuserve.gif", .data(.gif(bytes: 900)))),
      ], by: contract)
    #expect(
      record.attachments.map(\.result) == [
        .refused(.typeRefused, at: .validation), .refused(.typeRefused, at: .selection),
      ])
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
  }

  @Test func `archives a directory where the contract says so`() async throws {
    let contract = InputContract.sample { $0.rule.directories = .zip }
    let files = ["a.jpeg": SampleContent.jpeg(bytes: 9000), "b/c.txt": .text(bytes: 100)]
    let record = try await recordShare(
      [
        .provider(
          .init("com.apple.live-photo-bundle", .folder(files)),
          .init("public.heic", .file(.heic(bytes: 5000)))),
        .provider(.init("public.folder", .folder(files))),
        .provider(.init("public.image", .folder(files), delivery: .inPlaceFile)),
      ], by: contract)
    #expect(record.attachments[1].representations[0].attempt?.arrival == .directory)
    for attachment in record.attachments {
      guard case .stored = attachment.result else {
        Issue.record("\(attachment)")
        return
      }
    }
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
    #expect(result.observed?.attachments[1].readBack == .init(by: .intake))
  }

  @Test func `refuses what is no file in a directory`() async throws {
    let contract = InputContract.sample { $0.rule.directories = .zip }
    let place = try TemporaryFolder()
    try place.write([1], to: "linked/a")
    try place.link("linked/b", to: "/nowhere")
    let record = try await recordShare(
      [.provider(.init("public.folder", .path(place.path(of: "linked"))))], by: contract)
    #expect(record.attachments[0].result == .refused(.sourceIsLink, at: .copying))
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
  }

  @Test(.enabled(if: ReadInterception.isAvailable))
  func `finds a file changed while it is read`() async throws {
    let contract = InputContract.sample()
    let record = try await recordShare(
      [
        .provider(
          .init("public.jpeg", .changing(.jpeg(bytes: 50_000), .truncate(to: 100), atRead: 1)))
      ], by: contract)
    #expect(record.attachments[0].result == .refused(.sourceChanged, at: .copying))
    let result = try await Self.replay(record, by: contract)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
  }

  #if os(Linux)
    @Test func `finds a file that cannot be read`() async throws {
      let contract = InputContract.sample()
      let record = try await recordShare(
        [.provider(.init("public.jpeg", .path("/proc/self/mem")))], by: contract)
      #expect(record.attachments[0].result == .refused(.readFailed, at: .copying))
      let result = try await Self.replay(record, by: contract)
      #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
    }
  #endif
}
