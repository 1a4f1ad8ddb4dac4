import CatalogStorage
import IntakeModel
import IntakeTesting
import Testing
import UniformTypes

/// A catalog of version 1 is brought to the present version when it is opened, with nothing lost.
@Suite(.timeLimit(.minutes(5)))
struct MigrationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "catalog.sqlite")
    try folder.write(CatalogOfVersion1.bytes, to: "catalog.sqlite")
  }

  private static let ids = [
    "01a22b8b-c7fe-7607-92de-25ee01e15d1d", "01a22b8b-c800-7c4c-91c4-fbc786f0e700",
    "01a22b8b-c802-7f72-bed2-8ec52c580b00",
  ].compactMap { AttachmentID($0) }

  private func open() async throws -> SQLiteCatalog {
    try await SQLiteCatalog.open(at: path, isNewAllowed: false)
  }

  @Test func `its rows are there as they were, without a verdict`() async throws {
    let catalog = try await open()
    try await catalog.verify()
    let rows = try await catalog.records(
      in: Set(CatalogRecord.State.allCases), batch: nil, after: nil, limit: 10)
    #expect(rows.map(\.id) == Self.ids)
    #expect(rows.map(\.state) == [.taken, .finished, .available])
    #expect(rows.map(\.displayName) == ["note 1.txt", "note 2.txt", "note 3.txt"])
    #expect(rows.map(\.position) == [0, 1, 2])
    #expect(rows.allSatisfy { $0.attachment.size == .bytes(8) && $0.attachment.verdict == nil })
    #expect(
      rows[0].attachment.digest.description
        == "a96db6890367a8bc049841501ba1b0ab38bbdca062885d94f0130b17d162dea9")
    #expect(rows[0].lease?.endsAt == 2_660_026_910_766)
    #expect(try await catalog.totals() == ContainerTotals(count: 3, bytes: .bytes(24)))
    #expect(try await catalog.removals(limit: 10).map(\.reason) == [.discarded])
    await catalog.close()
  }

  @Test func `it goes on: the next is taken, and documents, links and imports are kept`()
    async throws
  {
    let catalog = try await open()
    let owner = OwnerID(milliseconds: 1)
    let lease = Lease(id: LeaseID(milliseconds: 1), owner: owner)
    #expect(try await catalog.take(nil, for: lease, now: 1_800_000_000_000)?.id == Self.ids[2])
    var document = Samples.record(at: 5, owner: owner)
    document.state = .importing
    _ = try await catalog.recordPending([document], within: ContainerLimits())
    #expect(
      try await catalog.markStored([document.id], as: .kept, durability: .group) == [document.id])
    let link = LinkedDocument(
      id: LinkID(milliseconds: 1), bookmark: try DocumentBookmark([1]), displayName: nil,
      type: "public.data", linkedAt: 1)
    try await catalog.addLink(link)
    try await catalog.beginImport(
      ImportRecord(id: ImportID(milliseconds: 1), beganAt: 1), owner: owner)
    #expect(try await catalog.imports(limit: 10).count == 1)
    try await catalog.verify()
    await catalog.close()
  }

  @Test func `it is brought up once, also by several that open it at the same time`() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let catalog = try await SQLiteCatalog.open(at: path, isNewAllowed: false)
          let count = try await catalog.totals().count
          await catalog.close()
          return count
        }
      }
      for try await count in group { #expect(count == 3) }
    }
    let again = try await open()
    #expect(try await again.known(Self.ids).count == 3)
    await again.close()
  }

  @Test(.enabled(if: Shell.isAvailable))
  func `a migrated catalog has the tables and indexes of a new one`() async throws {
    let new = folder.path(of: "new.sqlite")
    let catalogs = [try await open(), try await SQLiteCatalog.open(at: new)]
    for catalog in catalogs { await catalog.close() }
    let query = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
    #expect(try await Shell.run(query, in: path) == Shell.run(query, in: new))
  }
}
