import AppleAdapters
import AttachmentIntake
import Foundation
import FoundationStandIn
import IntakeTesting
import Testing

/// The adapters of picked documents and bookmarks, compiled over stand-ins, into the real library.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PickedDocumentTests {
  private func withLibrary(
    _ body: (DocumentLibrary, TemporaryFolder) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      var configuration = DocumentLibrary.Configuration()
      configuration.resolver = SecurityScopedBookmarks()
      try await DocumentLibrary.withLibrary(
        at: folder.path(of: "container"), configuration: configuration
      ) { try await body($0, folder) }
    }
  }

  private func bytes(_ entry: ImportedDocument, in library: DocumentLibrary) async throws -> [UInt8]
  {
    let reader = try await library.open(entry.id)
    defer { reader.close() }
    return try await reader.bytes(limit: .mebibytes(1))
  }

  @Test(arguments: [true, false])
  func `a document is imported while access is held, and also where none was granted`(
    isGranted: Bool
  ) async throws {
    try await withLibrary { library, folder in
      let content = SampleContent.pdf(bytes: 9_000)
      let path = try folder.write(content, to: "plan ü.pdf")
      if isGranted { SecurityScopes.grant(path) }
      let entry = try await library.importDocument(PickedDocument(picked: URL(filePath: path)))
      #expect(entry.displayName == "plan ü.pdf")
      #expect(try await bytes(entry, in: library) == content.bytes)
      #expect(SecurityScopes.held(path) == 0)
    }
  }

  @Test
  func `a document that is not downloaded is asked for, and refused as one that may pass later`()
    async throws
  {
    try await withLibrary { library, folder in
      let path = try folder.write(SampleContent.pdf(bytes: 9_000), to: "plan.pdf")
      SecurityScopes.grant(path)
      Downloads.status = .notDownloaded
      defer { Downloads.status = nil }
      let document = PickedDocument(picked: URL(filePath: path))
      let error = await #expect(throws: IntakeError.self) {
        try await library.importDocument(document)
      }
      #expect(error?.code == .notDownloaded)
      #expect(error?.code.mayPassLater == true)
      #expect(Downloads.count(of: path) == 1)
      #expect(SecurityScopes.held(path) == 0)
    }
  }

  @Test
  func `a document of a cloud that is on this device is imported`() async throws {
    try await withLibrary { library, folder in
      let path = try folder.write(SampleContent.pdf(bytes: 9_000), to: "plan.pdf")
      Downloads.status = .init(rawValue: "NSURLUbiquitousItemDownloadingStatusCurrent")
      defer { Downloads.status = nil }
      try await library.importDocument(PickedDocument(picked: URL(filePath: path)))
      #expect(Downloads.count(of: path) == 0)
    }
  }

  @Test
  func `an import that waits for other programs ends when it is cancelled`() async throws {
    try await withLibrary { library, folder in
      let path = try folder.write(SampleContent.pdf(bytes: 9_000), to: "plan.pdf")
      SecurityScopes.grant(path)
      OtherPrograms.beginWriting(path)
      let task = Task {
        try await library.importDocument(PickedDocument(picked: URL(filePath: path)))
      }
      try await eventually { OtherPrograms.waiting(for: path) == 1 }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await eventually { OtherPrograms.waiting(for: path) == 0 }
      try await eventually { SecurityScopes.held(path) == 0 }
    }
  }

  @Test
  func `a link is followed by its bookmark, and broken when the original is gone`() async throws {
    try await withLibrary { library, folder in
      let content = SampleContent.pdf(bytes: 9_000)
      let path = try folder.write(content, to: "plan.pdf")
      let link = try await library.link(PickedDocument(picked: URL(filePath: path)))
      let read = try await library.readOriginal(of: link.id) { path in
        try Data(contentsOf: URL(filePath: path.description))
      }
      #expect(Array(read) == content.bytes)
      try FileManager.default.removeItem(atPath: path)
      let error = await #expect(throws: IntakeError.self) {
        try await library.readOriginal(of: link.id) { _ in }
      }
      #expect(error?.code == .linkBroken)
      #expect(error?.cause as? SystemFailure == SystemFailure("NSCocoaErrorDomain", 4))
      #expect(try await library.link(link.id).state == .broken)
    }
  }
}
