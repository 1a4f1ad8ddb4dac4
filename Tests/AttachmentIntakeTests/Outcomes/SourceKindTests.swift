import AttachmentIntake
import IntakeTesting
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Sources that are no ordinary file: each a named refusal, without waiting and without a trace.
@Suite(.timeLimit(.minutes(5))) struct SourceKindTests {
  enum Kind: String, CaseIterable, Sendable {
    case link, danglingLink, fifo, device, endlessDevice, socket, directory, missing, missingFolder
    case belowFile, nothing, nul

    var code: IntakeError.Code {
      switch self {
      case .link, .danglingLink: .sourceIsLink
      case .fifo, .device, .endlessDevice, .socket: .sourceNotRegular
      case .directory: .sourceIsDirectory
      case .missing, .missingFolder, .belowFile, .nothing, .nul: .sourceMissing
      }
    }

    /// Makes one, and returns its path.
    func make(in folder: TemporaryFolder, named name: String) throws -> String {
      switch self {
      case .link:
        return try folder.link(name, to: folder.write(SampleContent.jpeg(bytes: 900), to: "target"))
      case .danglingLink: return try folder.link(name, to: "nowhere")
      case .fifo:
        #expect(mkfifo(folder.path(of: name), 0o600) == 0)
        return folder.path(of: name)
      case .device: return "/dev/null"
      case .endlessDevice: return "/dev/zero"
      case .socket:
        try makeSocket(at: folder.path(of: name))
        return folder.path(of: name)
      case .directory: return try folder.makeFolder(name)
      case .missing: return folder.path(of: name)
      case .missingFolder: return folder.path(of: "no/\(name)")
      case .belowFile: return try folder.write([1], to: "file") + "/\(name)"
      case .nothing: return ""
      case .nul: return folder.path(of: "a\0b")
      }
    }
  }

  @Test(arguments: Kind.allCases, ["x.jpg", "x"])
  func `a path to something else than a file is refused by name`(
    _ kind: Kind, _ name: String
  ) async throws {
    try await withPipeline { fixture in
      let path = try kind.make(in: fixture.folder, named: name)
      let outcome = try await fixture.ingest(Attachment(fileAt: path))
      #expect(outcome.refusal?.code == kind.code)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test(arguments: Kind.allCases)
  func `a provider that delivers the path of something else is refused by name`(
    _ kind: Kind
  ) async throws {
    try await withPipeline { fixture in
      let path = try kind.make(in: fixture.folder, named: "x.jpg")
      let provider = ScriptedProvider([.init("public.jpeg", .path(path))])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == kind.code)
      #expect(outcome.declared == ["public.jpeg"])
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read every file"))
  func `a file without permission is refused by name`() async throws {
    try await withPipeline { fixture in
      let path = try fixture.folder.write(SampleContent.jpeg(bytes: 900), to: "x.jpg")
      chmod(path, 0)
      let outcome = try await fixture.ingest(Attachment(fileAt: path))
      #expect(outcome.refusal?.code == .sourceDenied)
    }
  }

  @Test(.enabled(if: access("/proc/self/mem", R_OK) == 0, "needs /proc"))
  func `a read error is a named outcome`() async throws {
    try await withPipeline { fixture in
      let outcome = try await fixture.ingest(
        Attachment(fileAt: "/proc/self/mem", type: "public.data"))
      #expect(outcome.refusal?.code == .readFailed)
      #expect(outcome.stage == .copying)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test(
    .enabled(if: ReadInterception.isAvailable, "needs fanotify(7), which needs CAP_SYS_ADMIN"),
    arguments: [
      ReadInterception.Change.append([1, 2, 3]), .truncate(to: 300_000), .truncate(to: 0),
      .overwrite([9, 9, 9], at: 100),
    ])
  func `a file that changes while it is copied is refused by name`(
    _ change: ReadInterception.Change
  ) async throws {
    try await withPipeline(.with { $0.copyBufferSize = .kibibytes(64) }) { fixture in
      let provider = ScriptedProvider([
        .init("public.jpeg", .changing(.jpeg(bytes: 1_000_000), change, atRead: 3))
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.refusal?.code == .sourceChanged)
      #expect(outcome.stage == .copying)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test(.enabled(if: ReadInterception.isAvailable, "needs fanotify(7), which needs CAP_SYS_ADMIN"))
  func `a file that is removed while it is copied is stored whole`() async throws {
    try await withPipeline(.with { $0.copyBufferSize = .kibibytes(64) }) { fixture in
      let content = SampleContent.jpeg(bytes: 1_000_000)
      let provider = ScriptedProvider([
        .init("public.jpeg", .changing(content, .remove, atRead: 3))
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(try await fixture.bytes(outcome) == content.bytes)
    }
  }
}

private func makeSocket(at path: String) throws {
  let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  try #require(number >= 0)
  defer { close(number) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let status = withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  try #require(status == 0)
}
