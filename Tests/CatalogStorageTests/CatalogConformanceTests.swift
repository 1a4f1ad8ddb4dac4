import CatalogStorage
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CatalogConformanceTests {
  @Test(arguments: CatalogConformance.checks)
  func `the catalog on disk does what every catalog must`(
    check: CatalogConformance.Check
  ) async throws {
    try await withTemporaryFolder { folder in
      try await check.run { try await SQLiteCatalog.open(at: folder.path(of: "catalog.sqlite")) }
    }
  }

  @Test(arguments: CatalogConformance.checks)
  func `the catalog in memory does what every catalog must`(
    check: CatalogConformance.Check
  ) async throws {
    try await check.run { InMemoryCatalog() }
  }

  @Test(arguments: DocumentCatalogConformance.checks)
  func `links and imports on disk are kept as every catalog must`(
    check: DocumentCatalogConformance.Check
  ) async throws {
    try await withTemporaryFolder { folder in
      let catalog = try await SQLiteCatalog.open(at: folder.path(of: "catalog.sqlite"))
      try await check.run(on: catalog)
      try await catalog.verify()
      await catalog.close()
    }
  }

  @Test(arguments: DocumentCatalogConformance.checks)
  func `links and imports in memory are kept as every catalog must`(
    check: DocumentCatalogConformance.Check
  ) async throws {
    try await check.run(on: InMemoryDocumentCatalog())
  }
}
