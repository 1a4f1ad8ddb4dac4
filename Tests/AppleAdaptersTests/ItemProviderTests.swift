import AppleAdapters
import AttachmentIntake
import Foundation
import FoundationStandIn
import IntakeTesting
import Testing

/// The adapter of item providers, compiled over a stand-in, into the real pipeline.
@Suite(.timeLimit(.minutes(5))) struct ItemProviderTests {
  private func fail(_ domain: String, _ code: Int, underlying: NSError? = nil) -> NSError {
    NSError(
      domain: domain, code: code,
      userInfo: underlying.map { [NSUnderlyingErrorKey: $0] } ?? [:])
  }

  @Test
  func
    `a file that is gone when its callback returns is stored whole, by the name that was suggested`()
    async throws
  {
    try await withInbox { fixture in
      let content = SampleContent.jpeg(bytes: 700_000)
      let provider = try StandInProvider(
        [("public.jpeg", .delivers(content))], name: "IMG_1.jpg")
      let outcomes = try await fixture.pipeline.ingest([Attachment(provider)])
      #expect(try await fixture.bytes(outcomes.first) == content.bytes)
      #expect(outcomes[0].name == "IMG_1.jpg")
      try await provider.callbacks.reaches(1)
      #expect(provider.files == [])
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test
  func `types are offered in the order in which they were registered`() async throws {
    let provider = try StandInProvider([
      ("public.heic", .isSilent), ("public.jpeg", .isSilent), ("public.url", .isSilent),
    ])
    #expect(
      AppleItemProvider(provider).representations == [
        Representation("public.heic", delivery: .file),
        Representation("public.jpeg", delivery: .file),
        Representation("public.url", delivery: .data),
      ])
  }

  @Test
  func `a link is stored from memory`() async throws {
    try await withInbox(.init(accepting: ["public.url"])) { fixture in
      let content = SampleContent.text(bytes: 60)
      let provider = try StandInProvider([("public.url", .delivers(content))])
      let outcomes = try await fixture.pipeline.ingest([Attachment(provider)])
      #expect(try await fixture.bytes(outcomes.first) == content.bytes)
    }
  }

  @Test
  func `a callback that comes twice is one copy`() async throws {
    try await withInbox { fixture in
      let provider = try StandInProvider([("public.jpeg", .deliversTwice(.jpeg(bytes: 9_000)))])
      let outcomes = try await fixture.pipeline.ingest([Attachment(provider)])
      #expect(outcomes[0].stored != nil)
      try await provider.callbacks.reaches(2)
      try await fixture.expectSettled(stored: 1)
    }
  }

  @Test
  func `a load that never calls back is timed out, and its progress cancelled`() async throws {
    let clock = ManualClock()
    var configuration = IntakePipeline.Configuration()
    configuration.clock = clock
    try await withInbox(configuration) { fixture in
      let provider = try StandInProvider([("public.jpeg", .isSilent)])
      let attachment = Attachment(provider)
      let pipeline = fixture.pipeline
      let batch = Task { try await pipeline.ingest([attachment]) }
      try await provider.loads.reaches(1)
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(61))
      #expect(try await batch.value.first?.refusal?.code == .loadTimedOut)
      #expect(provider.cancellations.count == 1)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a cancelled batch cancels the progress, and a late callback stores nothing`() async throws {
    try await withInbox { fixture in
      let gate = Gate()
      let provider = try StandInProvider([
        ("public.jpeg", .deliversLate(.jpeg(bytes: 9_000), gate))
      ])
      let attachment = Attachment(provider)
      let pipeline = fixture.pipeline
      let batch = Task { try await pipeline.ingest([attachment]) }
      try await gate.arrival(of: 1)
      batch.cancel()
      await #expect(throws: CancellationError.self) { try await batch.value }
      #expect(provider.cancellations.count == 1)
      gate.open()
      try await provider.callbacks.reaches(1)
      #expect(provider.files == [])
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a photo that is not on the device is refused so, whatever the provider wraps around it`()
    async throws
  {
    try await withInbox { fixture in
      let cause = fail("CloudPhotoLibraryErrorDomain", 81)
      let provider = try StandInProvider([
        ("public.heic", .fails(fail("NSItemProviderErrorDomain", -1000, underlying: cause)))
      ])
      let outcomes = try await fixture.pipeline.ingest([Attachment(provider)])
      #expect(outcomes[0].refusal?.code == .notDownloaded)
    }
  }

  @Test
  func `when one type fails, the next one is stored`() async throws {
    try await withInbox { fixture in
      let provider = try StandInProvider([
        ("public.heic", .fails(fail("NSItemProviderErrorDomain", -1000))),
        ("public.jpeg", .delivers(.jpeg(bytes: 4_000))),
      ])
      let outcomes = try await fixture.pipeline.ingest([Attachment(provider)])
      #expect(outcomes[0].stored?.declaredType == "public.jpeg")
      #expect(outcomes[0].trail.map(\.type) == ["public.heic"])
    }
  }

  @Test
  func `an original is read in place once others have written it, and its access is given up`()
    async throws
  {
    try await withInbox { fixture in
      let content = SampleContent.pdf(bytes: 8_000)
      let path = try fixture.folder.write(content, to: "plan.pdf")
      SecurityScopes.grant(path)
      OtherPrograms.beginWriting(path)
      let provider = try StandInProvider(
        [("com.adobe.pdf", .original(path: path, isInPlace: true))], inPlace: ["com.adobe.pdf"])
      let attachment = Attachment(provider, opensInPlace: true)
      let pipeline = fixture.pipeline
      let batch = Task { try await pipeline.ingest([attachment]) }
      try await eventually { OtherPrograms.waiting(for: path) == 1 }
      #expect(SecurityScopes.held(path) == 1)
      OtherPrograms.endWriting(path)
      #expect(try await fixture.bytes(try await batch.value.first) == content.bytes)
      try await eventually { SecurityScopes.held(path) == 0 }
      #expect(fixture.folder.contains("plan.pdf"))
    }
  }

  @Test
  func `a reading in place that waits for others ends when the batch is cancelled`() async throws {
    try await withInbox { fixture in
      let path = try fixture.folder.write(SampleContent.pdf(bytes: 8_000), to: "plan.pdf")
      OtherPrograms.beginWriting(path)
      let provider = try StandInProvider(
        [("com.adobe.pdf", .original(path: path, isInPlace: true))], inPlace: ["com.adobe.pdf"])
      let attachment = Attachment(provider, opensInPlace: true)
      let pipeline = fixture.pipeline
      let batch = Task { try await pipeline.ingest([attachment]) }
      try await eventually { OtherPrograms.waiting(for: path) == 1 }
      batch.cancel()
      await #expect(throws: CancellationError.self) { try await batch.value }
      try await provider.callbacks.reaches(1)
      #expect(OtherPrograms.waiting(for: path) == 0)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `what cannot be opened in place is read from the copy that the system made`() async throws {
    try await withInbox { fixture in
      let content = SampleContent.pdf(bytes: 8_000)
      let path = try fixture.folder.write(content, to: "copy.pdf")
      // Others cannot write it: it is ours, and nobody waits for them.
      OtherPrograms.beginWriting(path)
      let provider = try StandInProvider(
        [("com.adobe.pdf", .original(path: path, isInPlace: false))], inPlace: ["com.adobe.pdf"])
      let outcomes = try await fixture.pipeline.ingest([
        Attachment(provider, opensInPlace: true)
      ])
      #expect(try await fixture.bytes(outcomes.first) == content.bytes)
    }
  }
}
