package import IntakeModel
internal import Synchronization

/// The catalog as one SQLite file, for any number of processes on one machine.
///
/// It has two connections, each with a thread of its own: one writes, one reads. The file uses a
/// write-ahead log, so a reader sees the last commit and never waits for the one that is being synced.
///
/// Each write is one transaction that takes the write lock at its beginning, and waits for it as long
/// as the configuration says. Nothing is locked between calls.
package final class SQLiteCatalog: AttachmentCatalog {
  private let path: String
  private let writer: CatalogWorker
  private let reader: CatalogWorker
  private let isPrepared = Atomic(false)

  /// Opens the catalog at `path`, and creates or migrates it where needed.
  ///
  /// - Parameters:
  ///   - container: The container that it belongs to, which a new catalog keeps. `nil` leaves that open.
  ///   - isNewAllowed: Whether it is created where there is none; not so beside copies, which had rows.
  /// - Throws: ``IntakeError`` with `containerUnavailable` where the folder is not there,
  ///   `containerReadOnly` where it may not be written, `containerUnsuitable` for a file that is no
  ///   catalog, or one of a newer version, or a link, `catalogDamaged`, also for the catalog of
  ///   another container, or none where none is created, `diskFull`, or `catalogFailed`, also where another process holds its lock.
  package static func open(
    at path: String, of container: ContainerID? = nil, isNewAllowed: Bool = true,
    configuration: Configuration = Configuration()
  ) async throws -> SQLiteCatalog {
    // Only the writer creates. A reader that did so later would find no rows, and call every copy left over.
    let catalog = try SQLiteCatalog(
      at: path,
      writer: {
        try .open(at: path, of: container, isNewAllowed: isNewAllowed, configuration)
      },
      reader: { try .open(at: path, of: container, isNewAllowed: false, configuration) })
    do {
      try await catalog.write(at: .commit) { _ in }
    } catch {
      await catalog.close()
      throw error
    }
    return catalog
  }

  /// Opens a catalog whose log is gone, as it is, for looking at what is left of it.
  ///
  /// The log's file stays when a catalog is closed. Where it is missing beside a catalog, that may have lost
  /// its newest rows, or somebody has closed it with another tool, which removes the file when it is done.
  ///
  /// - Returns: A catalog that can only be read; `nil` where there is a log, or no catalog.
  package static func openWithoutLog(at path: String) async throws -> SQLiteCatalog? {
    let open = { @Sendable in
      guard let connection = try CatalogConnection.openWithoutLog(at: path, Configuration()) else {
        throw NoFinding()
      }
      return connection
    }
    let catalog = try SQLiteCatalog(at: path, writer: open, reader: open)
    do {
      try await catalog.read(at: .commit) { _ in }
      return catalog
    } catch {
      await catalog.close()
      if error is NoFinding { return nil }
      throw error
    }
  }

  private struct NoFinding: Error {}

  private init(
    at path: String, writer: @escaping @Sendable () throws -> CatalogConnection,
    reader: @escaping @Sendable () throws -> CatalogConnection
  ) throws {
    self.path = path
    do {
      self.writer = try CatalogWorker(writer)
      self.reader = try CatalogWorker(reader)
    } catch {
      throw IntakeError(
        .catalogFailed, at: .commit,
        "the catalog \(path) cannot be opened: the system gives no thread (errno \(error.code))")
    }
  }

  package func prepare(for durability: Durability) async {
    guard durability == .none, !isPrepared.exchange(true, ordering: .relaxed) else { return }
    // Where it fails, so will what follows, and says why.
    try? await write(at: .commit) { $0.beginLog() }
  }

  package func verify() async throws {
    try await read(at: .retention) { try $0.verify() }
  }

  /// Ends all work once the calls that have begun are done. Later calls throw `closed`.
  ///
  /// Leaves all rows in one file where no other process uses it, beside an empty log, if any commit has waited for the
  /// disk; otherwise the newest stay in the log.
  package func close() async {
    await reader.close()
    await writer.close()
  }

  /// Runs `body` where no other write of this process runs.
  func write<Result: Sendable>(
    at stage: Stage, _ body: @Sendable (CatalogConnection) throws -> Result
  ) async throws -> Result {
    try await run(on: writer, at: stage, body)
  }

  /// Runs `body`, which only reads, while writes may run beside it.
  func read<Result: Sendable>(
    at stage: Stage, _ body: @Sendable (CatalogConnection) throws -> Result
  ) async throws -> Result {
    try await run(on: reader, at: stage, body)
  }

  private func run<Result: Sendable>(
    on worker: CatalogWorker, at stage: Stage,
    _ body: @Sendable (CatalogConnection) throws -> Result
  ) async throws -> Result {
    do {
      guard let result = try await worker.run(body) else {
        throw IntakeError(.closed, at: stage, "the catalog \(path) was closed")
      }
      return result
    } catch let error as SQLiteError {
      throw error.intakeError(at: stage, path: path)
    }
  }
}
