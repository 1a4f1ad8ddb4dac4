import CatalogStorage
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SQLiteCatalogTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "catalog.sqlite")
  }

  @Test func `every field of a record survives the file`() async throws {
    let names = [nil, "", "a\0b", "👩‍👩‍👧‍👦 é e\u{301}", "../..", "\u{202E}gpj.exe"]
    let records = names.enumerated().map { index, name in
      Samples.record(
        at: Int64(index), size: index, name: name, position: index,
        durability: Durability.allCases[index % 3], filenameExtension: index == 0 ? nil : "pdf")
    }
    let catalog = try await SQLiteCatalog.open(at: path)
    #expect(try await catalog.recordPending(records, within: Samples.plenty).isEmpty)
    await catalog.close()

    let again = try await SQLiteCatalog.open(at: path)
    for record in records {
      let read = try await again.record(record.id)
      #expect(read == record)
      // Strings that differ only in their normal form are equal.
      #expect(read?.displayName.map { Array($0.utf8) } == record.displayName.map { Array($0.utf8) })
    }
    try await again.verify()
    await again.close()
  }

  @Test(arguments: Durability.allCases)
  func `a lease survives closing`(durability: Durability) async throws {
    let record = Samples.record(durability: durability)
    let catalog = try await SQLiteCatalog.open(at: path)
    try await catalog.add([record], durability: durability)
    let taken = try await catalog.take(nil, for: Samples.lease(endsAt: 99), now: 5)
    await catalog.close()

    let again = try await SQLiteCatalog.open(at: path)
    #expect(try await again.record(record.id) == taken)
    await again.close()
  }

  @Test func `a thousand rows are read page by page`() async throws {
    let records = Samples.records(1_000)
    let catalog = try await SQLiteCatalog.open(at: path)
    try await catalog.add(records)
    var found: [CatalogRecord] = []
    while true {
      let page = try await catalog.records(
        in: [.available], batch: nil, after: found.last, limit: 64)
      if page.isEmpty { break }
      found += page
    }
    #expect(found.map(\.id) == records.map(\.id))
    await catalog.close()
  }

  @Test func `a name that is one endless character is cut inside it`() async throws {
    let record = Samples.record(name: "e" + String(repeating: "\u{301}", count: 5_000))
    let catalog = try await SQLiteCatalog.open(at: path)
    try await catalog.add([record])
    let name = try await catalog.record(record.id)?.displayName
    #expect(name.map { Array($0.utf8) } == Array(record.displayName!.utf8.prefix(1023)))
    await catalog.close()
  }

  @Test func `closing after a commit that waited leaves all rows in one file, beside an empty log`()
    async throws
  {
    let catalog = try await SQLiteCatalog.open(at: path)
    try await catalog.add(Samples.records(10), durability: .group)
    _ = try await catalog.totals()
    await catalog.close()
    #expect(try folder.read("catalog.sqlite-wal") == [])
    try folder.write(try folder.read("catalog.sqlite"), to: "copy.sqlite")
    let copy = try await SQLiteCatalog.open(at: folder.path(of: "copy.sqlite"))
    #expect(try await copy.totals().count == 10)
    await copy.close()
  }

  @Test func `closing after a commit that waited for nothing waits for nothing either`()
    async throws
  {
    let catalog = try await SQLiteCatalog.open(at: path)
    try await catalog.add(Samples.records(10), durability: .none)
    let log = try folder.read("catalog.sqlite-wal")
    #expect(!log.isEmpty)
    await catalog.close()
    #expect(try folder.read("catalog.sqlite-wal") == log)
    let again = try await SQLiteCatalog.open(at: path)
    #expect(try await again.totals().count == 10)
    await again.close()
  }

  @Test func `an empty log is begun before the first rows of durability none, and for no others`()
    async throws
  {
    for (durability, isEmpty) in [(Durability.group, true), (.each, true), (.none, false)] {
      let catalog = try await SQLiteCatalog.open(at: path)
      await catalog.prepare(for: durability)
      #expect(try folder.read("catalog.sqlite-wal").isEmpty == isEmpty)
      await catalog.close()
    }
  }

  @Test func `letting go without closing keeps what was committed`() async throws {
    let record = Samples.record()
    do {
      let catalog = try await SQLiteCatalog.open(at: path)
      try await catalog.add([record])
    }
    let again = try await SQLiteCatalog.open(at: path)
    #expect(try await again.state(of: record.id) == .available)
    await again.close()
  }

  @Test func `calls that come while it closes are answered or told that it is closed`() async throws
  {
    let catalog = try await SQLiteCatalog.open(at: path)
    let record = Samples.record()
    try await catalog.add([record])
    await withTaskGroup { group in
      for index in 0..<200 {
        group.addTask {
          if index == 100 { return await catalog.close() }
          do {
            #expect(try await catalog.known([record.id]) == [record.id])
          } catch {
            #expect((error as? IntakeError)?.code == .closed)
          }
        }
      }
    }
  }

  @Test func `opening and closing leaves neither threads nor descriptors`() async throws {
    // In a process of its own, since other tests start threads and open files.
    let result = await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      func cycle() async throws {
        let catalog = try await SQLiteCatalog.open(at: folder.path(of: "catalog.sqlite"))
        _ = try await catalog.totals()
        await catalog.close()
      }
      for _ in 0..<5 { try await cycle() }
      let threads = ProcessUsage.threadCount()
      let descriptors = ProcessUsage.openDescriptorCount()
      for _ in 0..<100 { try await cycle() }
      folder.remove()
      // The threads of the system's own pool come and go; there are as many as cores.
      precondition(ProcessUsage.threadCount() < threads + 20)
      precondition(ProcessUsage.openDescriptorCount() == descriptors)
    }
    #expect(result != nil)
  }
}

extension SQLiteCatalog {
  func add(_ records: [CatalogRecord], durability: Durability = .none) async throws {
    #expect(try await recordPending(records, within: Samples.plenty).isEmpty)
    _ = try await markStored(records.map(\.id), as: .available, durability: durability)
  }

  func state(of id: AttachmentID) async throws -> CatalogRecord.State? {
    try await record(id)?.state
  }
}
