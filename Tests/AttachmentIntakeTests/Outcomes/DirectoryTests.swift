import AttachmentIntake
import IntakeTesting
import Testing

/// Directories and packages: refused by name, or stored as one zip archive.
@Suite(.timeLimit(.minutes(5))) struct DirectoryTests {
  static let files: [String: SampleContent] = [
    "Index.xml": .text(bytes: 3_000), "Data/photo.jpg": .jpeg(bytes: 300_000),
    "Data/ünï.txt": .text(bytes: 10), "empty": .empty,
  ]

  private static let zipping = IntakePipeline.Configuration.with { $0.rule.directories = .zip }

  @Test(arguments: [
    TypeIdentifier("com.apple.iwork.pages.pages"), "public.folder", "com.apple.rtfd",
  ])
  func `a package is refused as a directory by default`(_ type: TypeIdentifier) async throws {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([.init(type, .folder(Self.files))])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .sourceIsDirectory)
      #expect(outcome.declared == [type])
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test(arguments: [TypeIdentifier("com.apple.rtfd"), "public.folder"])
  func `a package is stored as one archive with all its files`(
    _ type: TypeIdentifier
  ) async throws {
    try await withPipeline(Self.zipping) { fixture in
      let provider = ScriptedProvider(name: "Notes.rtfd", [.init(type, .folder(Self.files))])
      let outcome = try await fixture.ingest(Attachment(provider))
      let stored = try #require(outcome.stored)
      #expect(stored.declaredType == type)
      #expect(stored.contentType == "public.zip-archive")
      #expect(try fixture.copies() == ["container/attachments/\(stored.id).zip"])
      try await provider.callbacks.reaches(1)
      #expect(provider.remainingFiles == 0)
      try await fixture.expectSettled(stored: 1)
      let members = try await Self.members(of: fixture.folder.path(of: fixture.copies()[0]))
      #expect(members["Data/photo.jpg"] == 300_000)
      #expect(members["Data/ünï.txt"] == 10)
      #expect(members["Index.xml"] == 3_000)
      #expect(members["empty"] == 0)
    }
  }

  @Test
  func `a folder by its path is stored as one archive too`() async throws {
    try await withPipeline(Self.zipping) { fixture in
      for (name, content) in Self.files { try fixture.folder.write(content, to: "in/\(name)") }
      let path = fixture.folder.path(of: "in")
      let (first, second) = (
        try await fixture.ingest(Attachment(fileAt: path)),
        try await fixture.ingest(Attachment(fileAt: path))
      )
      #expect(first.stored?.contentType == "public.zip-archive")
      // Names and bytes make the archive, and nothing else.
      #expect(first.stored?.digest == second.stored?.digest)
    }
  }

  @Test
  func `an empty folder is an empty archive`() async throws {
    try await withPipeline(Self.zipping) { fixture in
      let path = try fixture.folder.makeFolder("in")
      let outcome = try await fixture.ingest(Attachment(fileAt: path))
      #expect(outcome.refusal == nil)
      #expect(outcome.stored?.contentType == "public.zip-archive")
    }
  }

  @Test
  func `a folder that holds a link is refused, since leaving it out would lose something`()
    async throws
  {
    try await withPipeline(Self.zipping) { fixture in
      try fixture.folder.write(SampleContent.jpeg(bytes: 900), to: "in/a.jpg")
      try fixture.folder.link("in/passwd", to: "/etc/passwd")
      let outcome = try await fixture.ingest(Attachment(fileAt: fixture.folder.path(of: "in")))
      #expect(outcome.refusal?.code == .sourceIsLink)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `the limit counts the bytes of the archive`() async throws {
    var configuration = Self.zipping
    configuration.maximumFileSize = .bytes(100_000)
    try await withPipeline(configuration) { fixture in
      let provider = ScriptedProvider([.init("com.apple.rtfd", .folder(Self.files))])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .overFileLimit)
      try await fixture.expectSettled(stored: 0)
    }
  }

  /// The names and sizes in an archive, as another program reads them.
  private static func members(of path: String) async throws -> [String: Int] {
    let program = """
      import sys, zipfile
      archive = zipfile.ZipFile(sys.argv[1])
      assert archive.testzip() is None
      for member in archive.infolist():
          sys.stdout.buffer.write(f"{member.file_size} {member.filename}\\n".encode())
      """
    let ending = try await ChildProcess("python3", ["-c", program, path]).wait()
    #expect(ending.status == .exited(0), "\(ending.errorOutput)")
    var members: [String: Int] = [:]
    for line in ending.output.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      members[String(parts[1])] = Int(parts[0])
    }
    return members
  }
}
