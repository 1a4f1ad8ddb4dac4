import CatalogStorage
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DifferentialTests {
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `a random sequence of calls has the same results on disk and in memory`(
    seed: UInt64
  ) async throws {
    try await withTemporaryFolder { folder in
      let disk = try await SQLiteCatalog.open(at: folder.path(of: "catalog.sqlite"))
      let memory = InMemoryCatalog()
      var calls = RandomCalls(seed: seed)
      for step in 0..<400 {
        let call = calls.next()
        let found = await call.run(disk)
        let expected = await call.run(memory)
        try #require(found == expected, "step \(step), \(call.name), seed \(seed)")
        try #require(try await disk.totals() == memory.totals(), "step \(step), \(call.name)")
      }
      let all = Set(CatalogRecord.State.allCases)
      #expect(
        try await disk.records(in: all, batch: nil, after: nil, limit: .max)
          == memory.records(in: all, batch: nil, after: nil, limit: .max))
      #expect(try await disk.removals(limit: .max) == memory.removals(limit: .max))
      try await disk.verify()
      await disk.close()
    }
  }
}
