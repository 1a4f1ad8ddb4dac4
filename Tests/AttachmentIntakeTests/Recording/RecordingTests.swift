import AttachmentIntake
import IntakeTesting
import Synchronization
import Testing

/// What the pipeline writes down of a share when it is asked, and what never gets there (P10).
@Suite(.timeLimit(.minutes(5))) struct RecordingTests {
  /// An error as Apple's frameworks make them, with a text that must not be recorded.
  struct CloudError: SourceError, CustomStringConvertible {
    let sourceDomain: String
    let sourceNumber: Int
    var description: String { "could not fetch Secret.HEIC" }
  }

  private final class Book: Sendable {
    private let state = Mutex<[ShareRecord]>([])
    var records: [ShareRecord] { state.withLock { $0 } }

    func options(
      policy: BatchPolicy = .keep, _ change: (inout ShareRecording) -> Void = { _ in }
    ) -> BatchOptions {
      var options = BatchOptions(policy: policy)
      var recording = ShareRecording { record in self.state.withLock { $0.append(record) } }
      change(&recording)
      options.recording = recording
      return options
    }
  }

  private func record(
    of attachments: [Attachment], _ configuration: IntakePipeline.Configuration = .init(),
    policy: BatchPolicy = .keep, _ change: (inout ShareRecording) -> Void = { _ in }
  ) async throws -> ShareRecord {
    let book = Book()
    _ = try await withPipeline(configuration) { fixture in
      try await fixture.pipeline.ingest(attachments, options: book.options(policy: policy, change))
      {
        _ in
      }
    }
    #expect(book.records.count == 1)
    return try #require(book.records.first)
  }

  @Test
  func `a stored attachment is recorded with its representations, size, read-back and stages`()
    async throws
  {
    let provider = ScriptedProvider(
      name: "Secret.HEIC",
      [
        .init("public.heic", .file(.heic(bytes: 9_000)), declaredSize: .bytes(9_000)),
        .init("public.jpeg", .file(.jpeg(bytes: 900))),
      ])
    let record = try await record(of: [Attachment(provider)])
    let attachment = try #require(record.attachments.first)
    #expect(
      attachment.representations == [
        RepresentationRecord(
          "public.heic", delivery: .file, declaredSize: .bytes(9_000),
          attempt: .init(
            order: 0, arrival: .file, size: .bytes(9_000), contentType: "public.heic")),
        RepresentationRecord("public.jpeg", delivery: .file),
      ])
    #expect(
      attachment.result
        == .stored(
          declaredType: "public.heic", contentType: "public.heic", size: .bytes(9_000)))
    #expect(attachment.handedOver == .copy)
    #expect(attachment.readBack == .init(by: .intake))
    #expect(
      Set(attachment.durations.keys).isSuperset(of: [.selection, .loading, .copying, .commit]))
    #expect(attachment.durations.values.allSatisfy { $0 >= .zero })
    // Only a device says of itself that it is one.
    #expect(record.origin == .automated)
    #expect(record.recordedAt != nil)
  }

  @Test
  func
    `a failed candidate is recorded with its place, its category and the source's domain and number`()
    async throws
  {
    let error = CloudError(sourceDomain: "ExampleErrorDomain", sourceNumber: 7)
    let provider = ScriptedProvider([
      .init("public.heic", .error(error)), .init("public.jpeg", .data(.jpeg(bytes: 900))),
    ])
    let record = try await record(of: [Attachment(provider)])
    let attachment = try #require(record.attachments.first)
    #expect(
      attachment.representations[0].attempt
        == .init(
          order: 0,
          failure: .init(.loadFailed, at: .loading, domain: "ExampleErrorDomain", number: 7)))
    #expect(
      attachment.representations[1].attempt
        == .init(order: 1, arrival: .bytes, size: .bytes(900), contentType: "public.jpeg"))
  }

  @Test(arguments: [
    ("CloudPhotoLibraryErrorDomain", 81), ("NSCocoaErrorDomain", 4353),
    ("NSCocoaErrorDomain", 4355),
  ])
  func `the errors by which Apple's frameworks say so are a content that is not downloaded`(
    domain: String, number: Int
  ) async throws {
    let error = CloudError(sourceDomain: domain, sourceNumber: number)
    let provider = ScriptedProvider([.init("public.heic", .error(error))])
    let record = try await record(of: [Attachment(provider)])
    #expect(record.attachments.first?.result == .refused(.notDownloaded, at: .loading))
    let failure = record.attachments.first?.representations.first?.attempt?.failure
    #expect(failure?.domain?.text == domain)
    #expect(failure?.number == number)
  }

  @Test
  func `content that is not what was declared is recorded as what it is`() async throws {
    let provider = ScriptedProvider([
      .init("public.png", .file(.binaryPropertyList(bytes: 900)))
    ])
    let record = try await record(of: [Attachment(provider)], .init(accepting: ["public.image"]))
    let attempt = record.attachments.first?.representations.first?.attempt
    #expect(attempt?.contentType == "com.apple.binary-property-list")
    #expect(attempt?.failure == .init(.contentMismatch, at: .validation))
  }

  @Test
  func `a directory is recorded as one, refused or zipped`() async throws {
    for policy in SelectionRule.DirectoryPolicy.allCases {
      let provider = ScriptedProvider([
        .init("public.data", .folder(["a.txt": .text(bytes: 90)]))
      ])
      let rule = SelectionRule(accepting: ["public.data"], directories: policy)
      let record = try await record(of: [Attachment(provider)], .with { $0.rule = rule })
      let attempt = record.attachments.first?.representations.first?.attempt
      #expect(attempt?.arrival == .directory)
      #expect((attempt?.failure == nil) == (policy == .zip))
    }
  }

  @Test
  func `a share has its items, its row, its source and its system`() async throws {
    let row = RowReference(id: "photos", revision: "1")
    let record = try await record(of: Attachment.photos(3)) {
      $0.origin = .automated
      $0.row = row
      $0.source = "Photos"
      $0.content = "three photos"
      $0.system = .init(name: "iOS 26.1", build: "23B85", isFreshInstallation: true)
      $0.itemSizes = [1, 2]
    }
    #expect(record.items.map(\.attachments.count) == [1, 2])
    #expect(record.origin == .automated)
    #expect(record.row == row)
    #expect(record.source == "Photos")
    #expect(record.system?.isFreshInstallation == true)
  }

  @Test
  func `an all-or-nothing batch that is given up is recorded as what it came to`() async throws {
    let record = try await record(
      of: [.shared(.jpeg(bytes: 900)), .shared(.empty)], policy: .allOrNothing)
    #expect(
      record.attachments.map(\.result) == [
        .refused(.batchAborted, at: .commit), .refused(.emptyContent, at: .validation),
      ])
    #expect(record.attachments.allSatisfy { $0.handedOver == nil && $0.readBack == nil })
  }

  @Test
  func `a large batch has a record of bounded size, which says how much it leaves out`()
    async throws
  {
    let limit = ShareRecording.maximumAttachments
    let record = try await record(
      of: Attachment.photos(limit + 5, bytes: 600),
      .with {
        $0.durability = .none
      }
    ) { $0.readsBack = false }
    #expect(record.attachments.count == limit)
    #expect(record.omitted == 5)
  }

  @Test
  func `a damaged copy is found when it is read back`() async throws {
    let book = Book()
    _ = try await withPipeline { fixture in
      try await fixture.pipeline.ingest([.shared(.jpeg(bytes: 900))], options: book.options()) {
        _ in
        let copy = try #require(try fixture.copies().first)
        try fixture.folder.write([UInt8](repeating: 1, count: 900), to: copy)
      }
    }
    let attachment = book.records.first?.attachments.first
    #expect(attachment?.readBack == .init(by: .intake, failure: .digestMismatch))
  }

  @Test
  func `a cancelled call writes its record before it returns`() async throws {
    let book = Book()
    let gate = Gate()
    try await withPipeline { fixture in
      let provider = ScriptedProvider([
        .init("public.jpeg", .file(.jpeg(bytes: 900)), when: .afterGate(gate))
      ])
      let pipeline = fixture.pipeline
      let options = book.options()
      let call = Task {
        try await pipeline.ingest([Attachment(provider)], options: options) { _ in }
      }
      try await provider.loads.reaches(1)
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      #expect(book.records.map { $0.attachments.map(\.result) } == [[nil]])
      gate.open()
    }
  }

  @Test
  func `no name of a source is in a record`() async throws {
    let error = CloudError(sourceDomain: "/Users/anna/Secret.HEIC", sourceNumber: 1)
    let record = try await record(of: [
      .shared(.jpeg(bytes: 900), name: "Secret.HEIC"),
      Attachment(ScriptedProvider(name: "Secret.HEIC", [.init("public.jpeg", .error(error))])),
    ])
    var text = ""
    dump(record, to: &text)
    #expect(!text.contains("Secret"))
    #expect(!text.contains("anna"))
  }
}
