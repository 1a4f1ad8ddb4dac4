import CatalogStorage
import IntakeModel
import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct FaultTests {
  @Test(.enabled(if: MountedFileSystem.canMount, "needs the right to mount"))
  func `a full disk undoes the transaction, and the catalog goes on when there is room`()
    async throws
  {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(2))
    let catalog = try await SQLiteCatalog.open(at: "\(disk.path)/catalog.sqlite")
    try await catalog.add([Samples.record(at: 1)])
    let filler = try TemporaryFolder(base: disk.path)
    _ = try? filler.write([UInt8](repeating: 7, count: 4 << 20), to: "filler")

    var recorded = 1
    let error = await #expect(throws: IntakeError.self) {
      for round in 1...1_000 {
        try await catalog.add(Samples.records(50, from: Int64(round * 100)), durability: .group)
        recorded += 50
      }
    }
    #expect(error?.code == .diskFull)
    filler.remove()
    let count = try await catalog.totals().count
    // The call that failed was the first or the second half of adding.
    #expect(count == recorded || count == recorded + 50)
    try await catalog.verify()
    try await catalog.add(Samples.records(50, from: 1_000_000))
    #expect(try await catalog.totals().count == count + 50)
    await catalog.close()
  }

  @Test(.enabled(if: MountedFileSystem.canMount, "needs the right to mount"))
  func `rows can be removed while the disk is full`() async throws {
    var configuration = SQLiteCatalog.Configuration()
    configuration.checkpointPages = 50
    let disk = try MountedFileSystem(tmpfs: .mebibytes(4))
    let catalog = try await SQLiteCatalog.open(
      at: "\(disk.path)/catalog.sqlite", configuration: configuration)
    let records = Samples.records(200)
    try await catalog.add(records, durability: .group)
    // Until the log is in the database and is written from its start again.
    for record in records { try await catalog.markChecked(record.id, systemRun: "next") }
    let filler = try TemporaryFolder(base: disk.path)
    _ = try? filler.write([UInt8](repeating: 7, count: 8 << 20), to: "filler")
    for start in stride(from: 0, to: 200, by: 20) {
      let ids = records[start..<(start + 20)].map(\.id)
      let moved = try await catalog.beginRemoval(
        ids, reason: .discarded, lease: nil, from: [.available], now: 1)
      try await catalog.forget(ids, durability: .group)
      #expect(moved.count == 20)
    }
    #expect(try await catalog.totals() == ContainerTotals())
    await catalog.close()
  }

  @Test(
    .enabled(if: MountedFileSystem.canMount, "needs the right to mount"), arguments: [false, true])
  func `rows can be removed while the disk is full, behind a long log that nobody waited for`(
    isOpenedAgain: Bool
  ) async throws {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(16))
    var catalog = try await SQLiteCatalog.open(at: "\(disk.path)/catalog.sqlite")
    let records = Samples.records(3_000)
    for start in stride(from: 0, to: 3_000, by: 100) {
      try await catalog.add(Array(records[start..<(start + 100)]), durability: .none)
    }
    if isOpenedAgain {
      await catalog.close()
      catalog = try await SQLiteCatalog.open(at: "\(disk.path)/catalog.sqlite")
    }
    let filler = try TemporaryFolder(base: disk.path)
    _ = try? filler.write([UInt8](repeating: 7, count: 16 << 20), to: "filler")
    let ids = records[..<20].map(\.id)
    let moved = try await catalog.beginRemoval(
      ids, reason: .discarded, lease: nil, from: [.available], now: 1)
    try await catalog.forget(ids, durability: .none)
    #expect(moved.count == 20)
    #expect(try await catalog.totals().count == 2_980)
    await catalog.close()
  }

  @Test func `a catalog whose file is gone takes in nothing more`() async throws {
    let folder = try TemporaryFolder()
    let catalog = try await SQLiteCatalog.open(at: folder.path(of: "catalog.sqlite"))
    folder.remove()
    let error = await #expect(throws: IntakeError.self) {
      try await catalog.add([Samples.record()])
    }
    #expect(error?.code == .containerUnavailable)
    await #expect(throws: IntakeError.self) { try await catalog.totals() }
    await catalog.close()
  }

  @Test func `a catalog whose file was replaced takes in nothing more`() async throws {
    let folder = try TemporaryFolder()
    let catalog = try await SQLiteCatalog.open(at: folder.path(of: "catalog.sqlite"))
    let other = try await SQLiteCatalog.open(at: folder.path(of: "other.sqlite"))
    await other.close()
    #expect(rename(folder.path(of: "other.sqlite"), folder.path(of: "catalog.sqlite")) == 0)
    let error = await #expect(throws: IntakeError.self) {
      try await catalog.add([Samples.record()])
    }
    #expect(error?.code == .containerUnavailable)
    await catalog.close()
  }
}
