import CatalogStorage
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OpeningTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "catalog.sqlite")
  }

  private func code(at path: String) async -> IntakeError.Code? {
    do {
      let catalog = try await SQLiteCatalog.open(at: path)
      await catalog.close()
      return nil
    } catch {
      return (error as? IntakeError)?.code
    }
  }

  @Test func `an empty file becomes a catalog`() async throws {
    try folder.write([], to: "catalog.sqlite")
    #expect(await code(at: path) == nil)
    #expect(await code(at: path) == nil)
  }

  @Test func `a folder that is not there is named`() async {
    #expect(await code(at: folder.path(of: "none/catalog.sqlite")) == .containerUnavailable)
  }

  @Test(arguments: [100, 5_000])
  func `a file that is no database is refused, and left as it was`(size: Int) async throws {
    let garbage = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 + 7) }
    try folder.write(garbage, to: "catalog.sqlite")
    #expect(await code(at: path) == .containerUnsuitable)
    #expect(try folder.read("catalog.sqlite") == garbage)
  }

  @Test(.enabled(if: Shell.isAvailable))
  func `another application's database is refused, and left as it was`() async throws {
    try await Shell.run("CREATE TABLE note (text); PRAGMA journal_mode = DELETE", in: path)
    let before = try folder.read("catalog.sqlite")
    #expect(await code(at: path) == .containerUnsuitable)
    #expect(try folder.read("catalog.sqlite") == before)
  }

  @Test(.enabled(if: Shell.isAvailable))
  func `a marked database of another application is refused`() async throws {
    try await Shell.run("PRAGMA application_id = 7; CREATE TABLE note (text)", in: path)
    #expect(await code(at: path) == .containerUnsuitable)
  }

  @Test(.enabled(if: Shell.isAvailable))
  func `a newer version is refused, and both versions are named`() async throws {
    #expect(await code(at: path) == nil)
    try await Shell.run("PRAGMA user_version = 42", in: path)
    let error = await #expect(throws: IntakeError.self) {
      _ = try await SQLiteCatalog.open(at: path)
    }
    #expect(error?.code == .containerUnsuitable)
    #expect(error?.message.contains("version 42") == true)
    #expect(error?.message.contains("up to 3") == true)
  }

  @Test func `a catalog that was cut short is damaged`() async throws {
    let catalog = try await SQLiteCatalog.open(at: path)
    try await catalog.add(Samples.records(1_000), durability: .group)
    await catalog.close()
    let bytes = try folder.read("catalog.sqlite")
    try folder.write(bytes[..<(bytes.count / 2)], to: "catalog.sqlite")
    #expect(await code(at: path) == .catalogDamaged)
  }

  @Test func `a page that was overwritten is found by verifying`() async throws {
    let catalog = try await SQLiteCatalog.open(at: path)
    try await catalog.add(Samples.records(1_000), durability: .group)
    await catalog.close()
    var bytes = try folder.read("catalog.sqlite")
    for index in (20 * 4096)..<(22 * 4096) { bytes[index] = 0xA5 }
    try folder.write(bytes, to: "catalog.sqlite")
    let again = try await SQLiteCatalog.open(at: path)
    let error = await #expect(throws: IntakeError.self) { try await again.verify() }
    #expect(error?.code == .catalogDamaged)
    await again.close()
  }

  @Test(.enabled(if: Shell.isAvailable))
  func `totals that differ from the rows are found by verifying`() async throws {
    let catalog = try await SQLiteCatalog.open(at: path)
    try await catalog.add(Samples.records(3))
    try await Shell.run("UPDATE totals SET count = 4", in: path)
    let error = await #expect(throws: IntakeError.self) { try await catalog.verify() }
    #expect(error?.code == .catalogDamaged)
    await catalog.close()
  }

  @Test func `a link in the catalog's place is not followed`() async throws {
    let target = folder.path(of: "elsewhere.sqlite")
    #expect(await code(at: target) == nil)
    let before = try folder.read("elsewhere.sqlite")
    try folder.link("catalog.sqlite", to: target)
    #expect(await code(at: path) == .containerUnsuitable)
    #expect(try folder.read("elsewhere.sqlite") == before)
  }

  @Test(arguments: ["-wal", "-journal"])
  func `a link in the place of a log is not written through`(suffix: String) async throws {
    try folder.write("untouched".utf8, to: "victim")
    try folder.link("catalog.sqlite\(suffix)", to: folder.path(of: "victim"))
    _ = await code(at: path)
    #expect(try folder.read("victim") == Array("untouched".utf8))
  }

  @Test func `a folder in the catalog's place is refused`() async throws {
    try folder.makeFolder("catalog.sqlite")
    let found = await code(at: path)
    #expect(found == .containerUnsuitable || found == .containerUnavailable)
  }

  @Test func `a container below a link is opened`() async throws {
    try folder.makeFolder("real")
    try folder.link("alias", to: folder.path(of: "real"))
    #expect(await code(at: folder.path(of: "alias/catalog.sqlite")) == nil)
    #expect(folder.contains("real/catalog.sqlite"))
  }

  @Test(.enabled(if: MountedFileSystem.canMount, "needs the right to mount"))
  func `a read-only disk is named`() async throws {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(4))
    let path = "\(disk.path)/catalog.sqlite"
    #expect(await code(at: path) == nil)
    try disk.setReadOnly(true)
    #expect(await code(at: path) == .containerReadOnly)
    #expect(await code(at: "\(disk.path)/new.sqlite") == .containerReadOnly)
  }

  @Test(.enabled(if: MountedFileSystem.canMount, "needs the right to mount"))
  func `a disk without room for a catalog is full`() async throws {
    let disk = try MountedFileSystem(tmpfs: .kibibytes(8))
    #expect(await code(at: "\(disk.path)/catalog.sqlite") == .diskFull)
  }

  @Test func `a catalog belongs to one container`() async throws {
    let container = ContainerID(milliseconds: 1)
    await (try await SQLiteCatalog.open(at: path, of: container)).close()
    await (try await SQLiteCatalog.open(at: path, of: container, isNewAllowed: false)).close()
    let error = await #expect(throws: IntakeError.self) {
      try await SQLiteCatalog.open(at: path, of: ContainerID(milliseconds: 1))
    }
    #expect(error?.code == .catalogDamaged)
  }

  @Test func `a catalog that is not there is not created where none may be new`() async throws {
    let error = await #expect(throws: IntakeError.self) {
      try await SQLiteCatalog.open(at: path, isNewAllowed: false)
    }
    #expect(error?.code == .catalogDamaged)
    #expect(try folder.list() == [])
  }

  @Test func `the tables of a new catalog are not in its log alone`() async throws {
    let catalog = try await SQLiteCatalog.open(at: path)
    try folder.write(try folder.read("catalog.sqlite"), to: "copy.sqlite")
    let copy = folder.path(of: "copy.sqlite")
    let remains = try #require(try await SQLiteCatalog.openWithoutLog(at: copy))
    #expect(try await remains.totals().count == 0)
    await remains.close()
    await catalog.close()
    #expect(!folder.contains("copy.sqlite-wal"))
    let found = try await SQLiteCatalog.openWithoutLog(at: path)
    #expect(found === nil)
  }

  @Test func `many that open a new catalog at once all get it`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<12 {
        group.addTask {
          let catalog = try await SQLiteCatalog.open(at: path)
          try await catalog.add([Samples.record(at: Int64(index))])
          await catalog.close()
        }
      }
      try await group.waitForAll()
    }
    let catalog = try await SQLiteCatalog.open(at: path)
    #expect(try await catalog.totals().count == 12)
    await catalog.close()
  }
}
