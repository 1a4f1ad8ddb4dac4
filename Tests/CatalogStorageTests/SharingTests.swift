import CatalogStorage
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SharingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "catalog.sqlite")
  }

  @Test func `two catalogs on one file write at once, and none fails`() async throws {
    let catalogs = [
      try await SQLiteCatalog.open(at: path), try await SQLiteCatalog.open(at: path),
    ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, catalog) in catalogs.enumerated() {
        group.addTask {
          for index in 0..<300 {
            try await catalog.add([Samples.record(at: Int64(number * 1_000 + index))])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await catalogs[0].totals().count == 600)
    try await catalogs[1].verify()
    for catalog in catalogs { await catalog.close() }
  }

  @Test(.enabled(if: Shell.isAvailable))
  func `another process writes at once, and neither fails`() async throws {
    let catalog = try await SQLiteCatalog.open(at: path)
    let transaction = """
      BEGIN IMMEDIATE;
      INSERT INTO removal (id, size, reason, removed_at) VALUES (zeroblob(16), 1, 'read', 1);
      COMMIT;

      """
    async let other = Shell.run(String(repeating: transaction, count: 300), in: path)
    for index in 0..<300 { try await catalog.add([Samples.record(at: Int64(index))]) }
    _ = try await other
    #expect(try await catalog.totals().count == 300)
    #expect(try await catalog.removals(limit: 500).count == 300)
    await catalog.close()
  }

  @Test func `each of many rows goes to one of the takers in two catalogs`() async throws {
    let catalogs = [
      try await SQLiteCatalog.open(at: path), try await SQLiteCatalog.open(at: path),
    ]
    let records = Samples.records(200)
    try await catalogs[0].add(records)
    let taken = try await withThrowingTaskGroup(of: [AttachmentID].self) { group in
      for number in 0..<8 {
        group.addTask {
          let lease = Lease(id: LeaseID(milliseconds: Int64(number)), owner: Samples.owner)
          var ids: [AttachmentID] = []
          while let record = try await catalogs[number % 2].take(nil, for: lease, now: 1) {
            ids.append(record.id)
          }
          return ids
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(taken.sorted() == records.map(\.id))
    for catalog in catalogs { await catalog.close() }
  }

  @Test(.enabled(if: Shell.isAvailable))
  func `nothing is locked between calls`() async throws {
    let catalog = try await SQLiteCatalog.open(at: path)
    try await catalog.add([Samples.record()])
    _ = try await catalog.records(in: [.available], batch: nil, after: nil, limit: 1)
    // Without a timeout, the shell fails at once where anything is locked.
    let script = Array("BEGIN IMMEDIATE; ROLLBACK; PRAGMA wal_checkpoint(TRUNCATE);\n".utf8)
    let ending = try await ChildProcess("sqlite3", ["-bail", path], input: .bytes(script)).wait()
    #expect(ending.output == "0|0|0\n")
    #expect(ending.errorOutput == "")
    await catalog.close()
  }

  @Test(.enabled(if: Shell.isAvailable))
  func `a lock that is held too long is named, and reading goes on meanwhile`() async throws {
    var configuration = SQLiteCatalog.Configuration()
    configuration.lockTimeout = .milliseconds(50)
    let catalog = try await SQLiteCatalog.open(at: path, configuration: configuration)
    let record = Samples.record()
    try await catalog.add([record])
    let holder = try await Shell.hold("UPDATE totals SET count = 9", in: path)
    let error = await #expect(throws: IntakeError.self) {
      try await catalog.markChecked(record.id, systemRun: "next")
    }
    #expect(error?.code == .containerBusy)
    #expect(error?.message.contains("another process") == true)
    #expect(try await catalog.totals().count == 1)
    holder.kill()
    _ = try await holder.wait()
    try await catalog.markChecked(record.id, systemRun: "next")
    await catalog.close()
  }

  @Test(.enabled(if: Shell.isAvailable))
  func `a transaction whose process was killed is undone, and blocks nobody`() async throws {
    let catalog = try await SQLiteCatalog.open(at: path)
    let records = Samples.records(50)
    try await catalog.add(records)
    await catalog.close()

    let holder = try await Shell.hold(
      "DELETE FROM attachment; UPDATE totals SET count = 0, bytes = 0", in: path)
    holder.kill()
    _ = try await holder.wait()
    let again = try await SQLiteCatalog.open(at: path)
    #expect(try await again.known(records.map(\.id)).count == 50)
    try await again.add([Samples.record()])
    try await again.verify()
    await again.close()
  }

  @Test(.enabled(if: Shell.isAvailable), arguments: Durability.allCases)
  func `what was committed outlives the process`(durability: Durability) async throws {
    let copy = folder.path(of: "copy.sqlite")
    let catalog = try await SQLiteCatalog.open(at: path)
    try await catalog.add(Samples.records(70), durability: durability)
    // The files as a killed process leaves them: the log is not in the database yet.
    try folder.write(try folder.read("catalog.sqlite"), to: "copy.sqlite")
    try folder.write(try folder.read("catalog.sqlite-wal"), to: "copy.sqlite-wal")
    let again = try await SQLiteCatalog.open(at: copy)
    #expect(try await again.totals().count == 70)
    try await again.verify()
    await again.close()
    await catalog.close()
  }
}
