import AttachmentIntake
import IntakeTesting
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// P1: what exists only during a callback is copied before the callback returns.
@Suite(.timeLimit(.minutes(5))) struct CallbackLifetimeTests {
  enum Thread: CaseIterable, Sendable {
    /// The caller's own, before the load function has returned.
    case callers
    case another

    var moment: ScriptedProvider.Moment { self == .callers ? .atOnce : .onAnotherThread }
  }

  static let sizes = [1, 4_096, 262_144, 262_145, 1_000_000]

  @Test(arguments: Thread.allCases, [Representation.Delivery.file, .inPlaceFile, .data])
  func `whatever the thread and the kind of delivery, the copy has every byte`(
    _ thread: Thread, _ delivery: Representation.Delivery
  ) async throws {
    try await withPipeline { fixture in
      for (index, size) in Self.sizes.enumerated() {
        // Of no format that has to begin in some way, so that one byte is content too.
        let content = SampleContent.unknown(bytes: size, seed: UInt64(index))
        let provider = ScriptedProvider([
          .init("public.data", .file(content), delivery: delivery, when: thread.moment)
        ])
        let outcomes = try await fixture.pipeline.ingest([Attachment(provider)])
        let stored = try #require(outcomes[0].stored)
        try await provider.callbacks.reaches(1)
        #expect(provider.remainingFiles == 0)
        #expect(provider.callbacks.count == 1)
        let bytes = try await fixture.inbox.open(stored.id).bytes(limit: .mebibytes(2))
        #expect(bytes == content.bytes)
      }
      try await fixture.expectSettled(stored: Self.sizes.count)
    }
  }

  @Test(arguments: [Representation.Delivery.file, .inPlaceFile])
  func `a file that is overwritten as soon as the callback has returned was copied before`(
    _ delivery: Representation.Delivery
  ) async throws {
    try await withPipeline { fixture in
      let content = SampleContent.jpeg(bytes: 3_000_000)
      let provider = OverwritingProvider(
        path: try fixture.folder.write(content, to: "shared.jpg"), delivery: delivery)
      let outcomes = try await fixture.pipeline.ingest([Attachment(provider)])
      let stored = try #require(outcomes[0].stored)
      let bytes = try await fixture.inbox.open(stored.id).bytes(limit: .mebibytes(4))
      #expect(bytes == content.bytes)
      #expect(try fixture.folder.read("shared.jpg").allSatisfy { $0 == 0 })
    }
  }

  @Test
  func `an original in its place is neither changed nor moved`() async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([
        .init("public.jpeg", .file(.jpeg(bytes: 9_000)), delivery: .inPlaceFile)
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.stored != nil)
      #expect(!provider.events.contains(.originalChanged("public.jpeg")))
    }
  }

  @Test
  func `a file that is gone already is a named outcome`() async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([.init("public.jpeg", .removedFile)])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .sourceMissing)
      #expect(outcome.stage == .loading)
      #expect(outcome.declared == ["public.jpeg"])
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `the copy reads after its source was removed`() async throws {
    try await withPipeline { fixture in
      let content = SampleContent.pdf(bytes: 70_000)
      let path = try fixture.folder.write(content, to: "report.pdf")
      let outcome = try await fixture.pipeline.ingest([Attachment(fileAt: path)])[0]
      #expect(fixture.folder.contains("report.pdf"))
      #expect(unlink(path) == 0)
      let stored = try #require(outcome.stored)
      let bytes = try await fixture.inbox.open(stored.id).bytes(limit: .mebibytes(1))
      #expect(bytes == content.bytes)
    }
  }
}

/// A provider that overwrites the same file with zeros once its callback has returned.
private struct OverwritingProvider: ItemProvider {
  let path: String
  let delivery: Representation.Delivery

  var representations: [Representation] { [Representation("public.jpeg", delivery: delivery)] }
  var suggestedName: String? { "shared.jpg" }

  func loadFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (String?, (any Error)?) -> Void
  ) -> any LoadCancellation {
    completion(path, nil)
    let file = open(path, O_RDWR)
    var status = stat()
    fstat(file, &status)
    let zeros = [UInt8](repeating: 0, count: Int(status.st_size))
    _ = write(file, zeros, zeros.count)
    close(file)
    return Nothing()
  }

  func loadInPlaceFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (String?, (any Error)?) -> Void
  ) -> any LoadCancellation { loadFile(type, completion: completion) }

  func loadData(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (UnsafeRawBufferPointer?, (any Error)?) -> Void
  ) -> any LoadCancellation { Nothing() }

  struct Nothing: LoadCancellation {
    func cancel() {}
  }
}
