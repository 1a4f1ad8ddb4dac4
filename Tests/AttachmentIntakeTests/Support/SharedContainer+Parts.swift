import AttachmentIntake
import CatalogStorage
import ContainerStorage
import IntakeModel

extension SharedContainer {
  /// Opens the folder and its catalog, with what a test wants to be otherwise.
  ///
  /// - Parameters:
  ///   - systemRun: Another text than the system's own stands for a restart in between.
  ///   - lockTimeout: How long the catalog waits for another process.
  ///   - hidesNames: Whether staged copies have hidden names, as where there are no unnamed files.
  ///   - storeFaults: Called before each call of the store, and fails it by throwing.
  ///   - catalogFaults: Called before each write of the catalog, and fails it by throwing.
  static func open(
    at path: String, time: StandingTime = StandingTime(), systemRun: String? = nil,
    lockTimeout: Duration? = nil, hidesNames: Bool = false,
    storeFaults: @escaping StoreWithFaults.Fault = { _ in },
    catalogFaults: @escaping CatalogWithFaults.Fault = { _ in }
  ) async throws -> SharedContainer {
    let folder = try FolderContainer(
      at: path, create: true, staging: hidesNames ? .hiddenNames : .automatic)
    let store = StoreWithFaults(base: folder, systemRun: systemRun, fault: storeFaults)
    do {
      var configuration = SQLiteCatalog.Configuration()
      if let lockTimeout { configuration.lockTimeout = lockTimeout }
      let base = try await SQLiteCatalog.open(
        at: path + "/catalog.sqlite", of: folder.id, configuration: configuration)
      let catalog = CatalogWithFaults(base: base, fault: catalogFaults)
      return try await SharedContainer(
        store: store, catalog: catalog, documents: base, now: { time.now })
    } catch {
      folder.close()
      throw error
    }
  }

  /// Ends as a process does that is killed: the lock on its owner file goes, its rows and leases stay.
  func die() { store.close() }
}
