import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct InboxReadingTests {
  @Test(arguments: [1, 4_096, 1 << 20])
  func `a copy is read in chunks of the size that was asked for, and is the source's bytes`(
    chunk: Int
  ) async throws {
    try await withHandoff { fixture in
      let content = SampleContent.jpeg(bytes: chunk == 1 ? 300 : 300_000, seed: 3)
      let id = try await fixture.store([content])[0].id
      let reader = try await fixture.inbox.open(id)
      var bytes: [UInt8] = []
      while let piece = try await reader.next(atMost: chunk) {
        #expect(piece.count <= chunk)
        bytes += piece
      }
      #expect(bytes == content.bytes)
      #expect(try await reader.next() == nil)
    }
  }

  /// What may befall a copy on the disk.
  enum Damage: CaseIterable {
    case flippedBit, truncated, emptied, grown
  }

  @Test(arguments: Damage.allCases)
  func `a damaged copy fails while it is read, and goes on failing`(damage: Damage) async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto(bytes: 100_000).id
      let file = try await fixture.fileName(of: id)
      var bytes = try fixture.folder.read(file)
      switch damage {
      case .flippedBit: bytes[70_000] ^= 1
      case .truncated: bytes.removeLast()
      case .emptied: bytes = []
      case .grown: bytes.append(0)
      }
      try fixture.folder.write(bytes, to: file)
      let reader = try await fixture.inbox.open(id)
      let code = await failureCode { while try await reader.next(atMost: 4096) != nil {} }
      #expect(code == .digestMismatch)
      #expect(await failureCode { _ = try await reader.next() } == .digestMismatch)
    }
  }

  @Test
  func `a copy that grew is noticed where it should have ended, not after all that was added`()
    async throws
  {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto(bytes: 10_000).id
      let file = try await fixture.fileName(of: id)
      try fixture.folder.write(.jpeg(bytes: 50_000_000), to: file)
      let reader = try await fixture.inbox.open(id)
      var read = 0
      let code = await failureCode {
        while let piece = try await reader.next(atMost: 4_096) { read += piece.count }
      }
      #expect(code == .digestMismatch)
      #expect(read <= 10_000 + 4_096)
    }
  }

  @Test
  func `a copy whose file is gone is damaged, and its row can be discarded`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      try Files.remove(fixture.folder.path(of: try await fixture.fileName(of: id)))
      #expect(await failureCode { _ = try await fixture.inbox.open(id) } == .digestMismatch)
      try await fixture.inbox.discard(id)
      #expect(try await fixture.inbox.list().isEmpty)
    }
  }

  @Test
  func `asking for all bytes within a smaller limit fails before any is read`() async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto(bytes: 5_000).id
      let reader = try await fixture.inbox.open(id)
      #expect(
        await failureCode { _ = try await reader.bytes(limit: .bytes(4_999)) } == .overFileLimit)
      #expect(try await reader.bytes(limit: .bytes(5_000)).count == 5_000)
    }
  }

  @Test
  func `a reader that has opened a copy reads it to the end, though it is removed meanwhile`()
    async throws
  {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto(bytes: 50_000).id
      let reader = try await fixture.inbox.open(id)
      try await fixture.inbox.discard(id)
      #expect(try await reader.bytes(limit: .mebibytes(1)).count == 50_000)
      #expect(await failureCode { _ = try await fixture.inbox.open(id) } == .notFound)
    }
  }

  @Test
  func `a copy that was taken and finished is not found afterwards, rather than called damaged`()
    async throws
  {
    try await withHandoff { fixture in
      try await fixture.storePhoto()
      let taken = try #require(try await fixture.inbox.take())
      try await taken.finish()
      #expect(await failureCode { _ = try await taken.open() } == .notFound)
    }
  }
}
