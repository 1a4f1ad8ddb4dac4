import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// A linked document stays where it is: its original is found by a bookmark, or the link says why not.
@Suite(.timeLimit(.minutes(5))) struct LinkTests {
  private let pdf = SampleContent.pdf(bytes: 5_000)

  private func withLink(
    _ body: (LibraryFixture, LinkedDocument, String) async throws -> Void
  ) async throws {
    try await withLibrary { fixture in
      let path = try fixture.folder.write(pdf, to: "originals/plan.pdf")
      let link = try await fixture.library.link(PickedDocument(fileAt: LocalPath(path)))
      try await body(fixture, link, path)
    }
  }

  private func size(_ library: DocumentLibrary, _ id: LinkID) async throws -> Int {
    try await library.readOriginal(of: id) { try Files.size("\($0)") }
  }

  @Test
  func `linking copies nothing, and the original is read where it is`() async throws {
    try await withLink { fixture, link, path in
      #expect(link.displayName == "plan.pdf" && link.type == "com.adobe.pdf")
      #expect(link.state == .valid && link.linkedAt == fixture.time.now)
      try await fixture.expectSettled(documents: 0)
      let read = try await fixture.library.readOriginal(of: link.id) { "\($0)" }
      #expect(read == path)
      #expect(try await fixture.library.links() == [link])
      #expect(try await fixture.library.documents().isEmpty)
    }
  }

  @Test
  func `a link outlives a restart`() async throws {
    try await withLink { fixture, link, _ in
      await fixture.container.close()
      let again = try await fixture.reopen()
      #expect(try await again.links() == [link])
      #expect(try await size(again, link.id) == pdf.count)
      await again.container.close()
    }
  }

  @Test
  func `an original that was saved anew is found by a stale bookmark, which is renewed`()
    async throws
  {
    try await withLink { fixture, link, path in
      // As an editor saves: another file takes the place of the first.
      try fixture.folder.write([1, 2, 3], to: "originals/new")
      try Files.rename(fixture.folder.path(of: "originals/new"), to: path)
      #expect(try await size(fixture.library, link.id) == 3)
      let renewed = try await fixture.library.link(link.id)
      #expect(renewed.bookmark != link.bookmark && renewed.state == .valid)
    }
  }

  @Test
  func `an original that was renamed in its folder is found`() async throws {
    try await withLink { fixture, link, path in
      let other = fixture.folder.path(of: "originals/other name.pdf")
      try Files.rename(path, to: other)
      #expect(try await fixture.library.readOriginal(of: link.id) { "\($0)" } == other)
      #expect(try await fixture.library.link(link.id).bookmark != link.bookmark)
      #expect(try await size(fixture.library, link.id) == pdf.count)
    }
  }

  @Test
  func `an original that is gone breaks the link, which says why, and heals when it comes back`()
    async throws
  {
    try await withLink { fixture, link, path in
      let away = fixture.folder.path(of: "away.pdf")
      try Files.rename(path, to: away)
      #expect(await failureCode { _ = try await size(fixture.library, link.id) } == .linkBroken)
      let broken = try await fixture.library.link(link.id)
      #expect(broken.state == .broken && broken.failure == .linkBroken)
      #expect(try await fixture.library.follow(link.id) == broken)
      try Files.rename(away, to: path)
      #expect(try await size(fixture.library, link.id) == pdf.count)
      let healed = try await fixture.library.follow(link.id)
      #expect(healed.state == .valid && healed.failure == nil)
    }
  }

  @Test
  func `what the reader throws is passed on, and says nothing about the link`() async throws {
    struct Mine: Error, Equatable {}
    try await withLink { fixture, link, _ in
      await #expect(throws: Mine()) {
        try await fixture.library.readOriginal(of: link.id) { _ in throw Mine() }
      }
      let after = try await fixture.library.link(link.id)
      #expect(after.state == .valid)
    }
  }

  @Test
  func `a link that is removed is gone, and its original is not`() async throws {
    try await withLink { fixture, link, _ in
      try await fixture.library.remove(link.id)
      #expect(await failureCode { try await fixture.library.remove(link.id) } == .notFound)
      #expect(await failureCode { _ = try await size(fixture.library, link.id) } == .notFound)
      #expect(try fixture.folder.read("originals/plan.pdf") == pdf.bytes)
    }
  }

  @Test
  func `what is not there, not downloaded or named by a relative path is not linked`() async throws
  {
    try await withLibrary { fixture in
      let library = fixture.library
      let missing = PickedDocument(fileAt: "/nowhere/plan.pdf")
      #expect(await failureCode { _ = try await library.link(missing) } == .sourceMissing)
      let relative = LocalDocument(at: "plan.pdf")
      #expect(
        await failureCode { _ = try await library.link(PickedDocument(relative)) } == .sourceMissing
      )
      #expect(await failureCode { _ = try relative.makeBookmark() } == .invalidArgument)
      let document = try ScriptedDocument(pdf)
      document.behaviour = .isNotDownloaded
      #expect(await failureCode { _ = try await library.link(document.picked()) } == .notDownloaded)
      #expect(document.heldAccesses == 0)
      #expect(try await library.links().isEmpty)
    }
  }

  @Test(arguments: [
    ("folder", IntakeError.Code.sourceIsDirectory), ("pipe", .sourceNotRegular),
    ("link", .sourceIsLink), ("dangling", .sourceIsLink),
  ])
  func `what is no file is not linked, and breaks the link to what it took the place of`(
    kind: String, code: IntakeError.Code
  ) async throws {
    try await withLink { fixture, link, path in
      func make(_ name: String) throws {
        switch kind {
        case "folder": try fixture.folder.makeFolder(name)
        case "pipe": try Files.makePipe(fixture.folder.path(of: name))
        case "link": try fixture.folder.link(name, to: fixture.folder.path(of: "aside.pdf"))
        default: try fixture.folder.link(name, to: "/nowhere")
        }
      }
      try fixture.folder.write(pdf, to: "aside.pdf")
      try make("other.pdf")
      let other = PickedDocument(fileAt: LocalPath(fixture.folder.path(of: "other.pdf")))
      #expect(await failureCode { _ = try await fixture.library.link(other) } == code)
      #expect(try await fixture.library.links() == [link])
      try Files.remove(path)
      try make("originals/plan.pdf")
      #expect(await failureCode { _ = try await size(fixture.library, link.id) } == code)
      let broken = try await fixture.library.link(link.id)
      #expect(broken.state == .broken && broken.failure == code)
      #expect(try await fixture.library.verify().links == [.broken: 1])
    }
  }

  // MARK: Other systems' bookmarks

  private func withScripted(
    _ body: (DocumentLibrary, LinkedDocument, ScriptedDocument, ScriptedBookmarks) async throws ->
      Void
  ) async throws {
    let document = try ScriptedDocument(pdf, named: "plan.pdf")
    let bookmarks = ScriptedBookmarks(.document(document, isStale: false))
    var configuration = DocumentLibrary.Configuration()
    configuration.resolver = bookmarks
    try await withLibrary(configuration) { fixture in
      let link = try await fixture.library.link(document.picked())
      try await body(fixture.library, link, document, bookmarks)
      #expect(document.heldAccesses == 0 && document.unbalancedStops == 0)
    }
  }

  @Test
  func `the bookmark is given back as it was made, and access is held while the original is read`()
    async throws
  {
    try await withScripted { library, link, document, bookmarks in
      let held = try await library.readOriginal(of: link.id) { _ in document.heldAccesses }
      #expect(held == 1)
      #expect(bookmarks.lastBookmark == link.bookmark)
      #expect(document.bookmarks == 1)
    }
  }

  @Test
  func `a stale bookmark is made anew while access is held`() async throws {
    try await withScripted { library, link, document, bookmarks in
      bookmarks.set(.document(document, isStale: true))
      let followed = try await library.follow(link.id)
      #expect(followed.state == .valid && followed.bookmark != link.bookmark)
      #expect(document.bookmarks == 2)
    }
  }

  @Test
  func `an original that may not be read breaks the link, and says so`() async throws {
    try await withScripted { library, link, document, _ in
      document.behaviour = .denies
      let broken = try await library.follow(link.id)
      #expect(broken.state == .broken && broken.failure == .sourceDenied)
    }
  }

  @Test
  func `an original that is only not here now does not break the link`() async throws {
    struct Fault: Error {}
    try await withScripted { library, link, document, bookmarks in
      document.behaviour = .isNotDownloaded
      let code = await failureCode { try await library.readOriginal(of: link.id) { _ in } }
      #expect(code == .notDownloaded && code?.mayPassLater == true)
      let after = try await library.link(link.id)
      #expect(after.state == .valid && after.failure == .notDownloaded && after.isUnreached)
      let report = try await library.verify()
      #expect(report.links.isEmpty && report.unreachedLinks == 1)
      bookmarks.set(.error(Fault()))
      #expect(
        await failureCode { try await library.readOriginal(of: link.id) { _ in } } == .loadFailed)
      let last = try await library.link(link.id)
      #expect(last.state == .valid && last.failure == .loadFailed)
      document.behaviour = .reads
      bookmarks.set(.document(document, isStale: false))
      let healed = try await library.verify()
      #expect(healed.links == [.valid: 1] && healed.unreachedLinks == 0)
    }
  }

  @Test
  func `cancelling a reading that waits ends it at once`() async throws {
    try await withScripted { library, link, document, _ in
      let gate = Gate()
      document.behaviour = .stallsDeaf(gate)
      let task = Task { try await library.readOriginal(of: link.id) { _ in } }
      try await gate.arrival(of: 1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(document.heldAccesses == 0)
      gate.open()
      try await document.endedReadings.reaches(2)
    }
  }

  @Test
  func `an original that others keep waiting for is a timeout, and access is given up`()
    async throws
  {
    let document = try ScriptedDocument(pdf, named: "plan.pdf")
    let clock = ManualClock()
    var configuration = DocumentLibrary.Configuration()
    configuration.intake.clock = clock
    configuration.intake.loadTimeout = .seconds(30)
    try await withLibrary(configuration) { fixture in
      let gate = Gate()
      document.behaviour = .stallsDeaf(gate)
      let library = fixture.library
      let task = Task { try await library.link(document.picked()) }
      try await gate.arrival(of: 1)
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(30))
      #expect(await failureCode { _ = try await task.value } == .loadTimedOut)
      #expect(document.heldAccesses == 0)
      gate.open()
      try await document.endedReadings.reaches(1)
    }
  }

  /// Finds nothing until a gate opens, and hears of no cancellation.
  private struct StallingResolver: BookmarkResolver {
    let gate: Gate
    let ended = Tally()

    func resolve(_ bookmark: DocumentBookmark) throws -> ResolvedBookmark {
      gate.waitBlocking()
      ended.add()
      throw IntakeError(.linkBroken, at: .handoff, "late")
    }
  }

  @Test(arguments: [true, false])
  func `a bookmark that nobody resolves is a timeout, or ends when it is cancelled`(
    isCancelled: Bool
  ) async throws {
    let clock = ManualClock()
    let resolver = StallingResolver(gate: Gate())
    var configuration = DocumentLibrary.Configuration()
    configuration.resolver = resolver
    configuration.intake.clock = clock
    configuration.intake.loadTimeout = .seconds(30)
    try await withLibrary(configuration) { fixture in
      let library = fixture.library
      let link = LinkedDocument(
        id: LinkID(milliseconds: 1), bookmark: try DocumentBookmark([1]), displayName: nil,
        type: "public.data", linkedAt: 1)
      try await #require(fixture.container.documents).addLink(link)
      let task = Task { try await library.readOriginal(of: link.id) { _ in } }
      try await resolver.gate.arrival(of: 1)
      try await clock.waitForSleepers(1)
      if isCancelled {
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      } else {
        clock.advance(by: .seconds(30))
        #expect(await failureCode { try await task.value } == .loadTimedOut)
        let unreached = try await library.link(link.id)
        #expect(unreached.state == .valid && unreached.failure == .loadTimedOut)
      }
      resolver.gate.open()
      try await resolver.ended.reaches(1)
    }
  }

  @Test(arguments: [
    "", "local 1", "local 1 2 3", "local 1 2 3 relative", "local 1 -2 3 /a", "local 1 02 3 /a",
    "local 2 2 3 /a", "local 1 99999999999999999999 3 /a", "other",
  ])
  func `bytes that are no bookmark of this machine break the link, and nothing else`(
    text: String
  ) throws {
    guard let bookmark = try? DocumentBookmark(Array(text.utf8)) else {
      #expect(text.isEmpty)
      return
    }
    let error = #expect(throws: IntakeError.self) {
      _ = try LocalBookmarkResolver().resolve(bookmark)
    }
    #expect(error?.code == .linkBroken)
  }
}
