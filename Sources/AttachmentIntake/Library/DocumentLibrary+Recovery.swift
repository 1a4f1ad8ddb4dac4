/// What a recovery of the library found and did, besides the container's own.
public struct LibraryRecoveryReport: Sendable, Hashable {
  /// Entries whose file is not there. They stay, as ``ImportedDocument/State/missing``.
  public var missing: [AttachmentID] = []
  /// Entries whose file was not there, and that were removed with a record, since the caller said so.
  public var forgotten: [AttachmentID] = []
  /// Imports whose process ended in the middle.
  public var interrupted = 0

  /// Makes a report of nothing found.
  public init() {}

  /// Whether nothing was left to do.
  public var isClean: Bool { self == LibraryRecoveryReport() }
}

extension DocumentLibrary {
  private static let pageSize = 256

  /// Looks through everything: what dead owners left, files without an entry, and entries without a file.
  ///
  /// What a live process is doing is left alone. Cancelling ends it between two pages.
  ///
  /// - Parameter forgettingMissing: Whether entries without a file are removed. Without it they stay, since a
  ///   file may come back, as from a disk that is not there at the moment.
  /// - Throws: `CancellationError` between two pages; ``IntakeError`` where the store or the catalog fails.
  /// - Complexity: O(*n*) in the number of documents and files.
  public func recover(
    forgettingMissing: Bool = false
  ) async throws -> (container: RecoveryReport, library: LibraryRecoveryReport) {
    let report = try await Recovery(
      store: container.store, catalog: container.catalog, now: container.now
    ).run(thorough: true)
    var library = try await Self.recover(container, catalog, checksEntries: true)
    if forgettingMissing { try await Self.forgetMissing(of: container, &library) }
    return (report, library)
  }

  static func recover(
    _ container: SharedContainer, _ documents: any DocumentCatalog, checksEntries: Bool
  ) async throws -> LibraryRecoveryReport {
    var report = LibraryRecoveryReport()
    let owners = try await documents.importOwners()
    let dead = try await container.store.deadOwners(among: owners)
    report.interrupted = try await documents.interruptImports(of: dead)
    if checksEntries { report.missing = try await missingEntries(of: container) }
    return report
  }

  /// Finds entries that point to nothing, and leaves them: that all files are gone at once says more about a
  /// disk than about documents.
  private static func missingEntries(of container: SharedContainer) async throws -> [AttachmentID] {
    var ids: [AttachmentID] = []
    try await container.forEachPageOfDocuments { page in
      let missing = try await container.store.missing(among: page.map(\.storedName))
      ids += page.filter { missing.contains($0.storedName) }.map(\.id)
    }
    return ids
  }

  private static func forgetMissing(
    of container: SharedContainer, _ report: inout LibraryRecoveryReport
  ) async throws {
    for start in stride(from: 0, to: report.missing.count, by: pageSize) {
      try Task.checkCancellation()
      let ids = report.missing[start..<min(start + pageSize, report.missing.count)]
      // One that somebody removes at this moment is not kept any more, and not counted.
      report.forgotten += try await container.remove(
        Array(ids), reason: .damaged, from: [.kept]
      ).map(\.id)
    }
    report.missing = []
  }
}
