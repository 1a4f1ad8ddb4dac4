import CatalogStorage
import IntakeTesting
import Testing

@Suite(.enabled(if: Shell.isAvailable))
struct QueryTests {
  /// Sums over all rows, by intention.
  private static let scans: Set<Query> = [.countedTotals]

  @Test func `every query finds its rows by an index`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "catalog.sqlite")
      let catalog = try await SQLiteCatalog.open(at: path)
      await catalog.close()
      for query in Query.allCases where !Self.scans.contains(query) {
        let plan = try await Shell.run("EXPLAIN QUERY PLAN \(query.sql)", in: path)
        let scans = plan.split(separator: "\n").filter {
          $0.contains("SCAN attachment") && !$0.contains("INDEX")
        }
        #expect(scans.isEmpty, "\(query): \(plan)")
        // Few rows are given back and not taken again, and few owners have something unfinished.
        let mayHaveToSort = [Query.untakenReturned, .owners].contains(query)
        #expect(!plan.contains("TEMP B-TREE") || mayHaveToSort, "\(query): \(plan)")
      }
    }
  }
}
