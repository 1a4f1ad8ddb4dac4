package import IntakeModel
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FolderContainer {
  package func open(_ name: StoredName) async throws -> any ContentReader {
    try await openCopy(name)
  }

  /// Opens a published copy, as a reader that can also lend its descriptor.
  package func openCopy(_ name: StoredName) async throws -> FolderContentReader {
    try await BlockingThreads.shared.run { [self] in
      try checkOpen(at: .handoff)
      do throws(Errno) {
        switch try RegularFile.open(
          name.description, in: folders.attachments.number, resolution: .beneath)
        {
        case .opened(let descriptor, let status):
          return FolderContentReader(descriptor, size: status.size, name: name, path: path)
        case .refused(let kind):
          throw Errno(notRegular: kind)
        }
      } catch {
        if folders.isGone { throw failure(error, at: .handoff) }
        throw IntakeError.copy(error, name: name, path: path)
      }
    }
  }

  package func openStaged(_ receipt: StagingReceipt) async throws -> any ContentReader {
    try await openStagedCopy(receipt)
  }

  /// Opens a staged copy, as a reader that can also lend its descriptor.
  package func openStagedCopy(_ receipt: StagingReceipt) async throws -> FolderContentReader {
    try await BlockingThreads.shared.run { [self] in
      try checkOpen(at: .validation)
      do throws(Errno) {
        let reader = try slot(for: receipt, removing: false)?.withFile { file throws(Errno) in
          FolderContentReader(
            try file.openedForReading(), size: receipt.size.bytes, name: receipt.name, path: path)
        }
        if let reader { return reader }
      } catch {
        throw failure(error, at: .validation)
      }
      throw IntakeError(
        .invalidArgument, at: .validation,
        "no copy is staged as \(receipt.name); it was used up before")
    }
  }

  package func location(of name: StoredName) -> String { "attachments/\(name)" }

  package func missing(among names: [StoredName]) async throws -> Set<StoredName> {
    try await BlockingThreads.shared.run { [self] in
      try checkOpen(at: .retention)
      do throws(Errno) {
        var missing: Set<StoredName> = []
        for name in names where try folders.isMissing(name) { missing.insert(name) }
        return missing
      } catch {
        throw failure(error, at: .retention)
      }
    }
  }

  package func forEachPage(
    limit: Int, _ body: ([StoredName]) async throws -> Void
  ) async throws {
    let scan = try await BlockingThreads.shared.run { [self] in
      try checkOpen(at: .retention)
      return try NameScan(of: self)
    }
    while true {
      let page = try await BlockingThreads.shared.run { try scan.next(atMost: max(1, limit)) }
      if page.isEmpty { return }
      try await body(page)
    }
  }

  /// Whether there are no published copies. Stops at the first.
  package func isEmpty() async throws -> Bool {
    try await BlockingThreads.shared.run { [self] in
      try checkOpen(at: .retention)
      return try NameScan(of: self).next(atMost: 1).isEmpty
    }
  }

  package func freeSpace() throws -> FreeSpace? {
    try checkOpen(at: .copying)
    do throws(Errno) {
      let (bytes, entries) = try folders.freeSpace()
      return FreeSpace(bytes: ByteCount(bytes: bytes), entries: entries)
    } catch {
      throw failure(error, at: .copying)
    }
  }
}

extension ContainerFolders {
  /// Whether there is nothing under `name`. A removed container holds nothing and says so.
  fileprivate func isMissing(_ name: StoredName) throws(Errno) -> Bool {
    do throws(Errno) {
      _ = try FileStatus(of: name.description, in: attachments.number)
      return false
    } catch {
      if isGone { throw error }
      // Of every other failure nobody can tell.
      return error.number == ENOENT
    }
  }
}

/// A walk over the names of published copies.
private final class NameScan: Sendable {
  private let container: FolderContainer
  private let stream: Mutex<DirectoryStream>

  init(of container: FolderContainer) throws {
    self.container = container
    do throws(Errno) {
      // The C library reports the end of a removed folder as the end of its entries.
      if container.folders.isGone { throw Errno(ENOENT, from: "readdir") }
      stream = Mutex(try DirectoryStream(of: container.folders.attachments))
    } catch {
      throw container.failure(error, at: .retention)
    }
  }

  func next(atMost limit: Int) throws -> [StoredName] {
    var page: [StoredName] = []
    do throws(Errno) {
      while page.count < limit, let entry = try nextEntry() {
        guard let name = StoredName(String(decoding: entry.name, as: UTF8.self)) else { continue }
        page.append(name)
      }
    } catch {
      throw container.failure(error, at: .retention)
    }
    return page
  }

  private func nextEntry() throws(Errno) -> DirectoryStream.Entry? {
    try stream.withLock { stream throws(Errno) in try stream.next() }
  }
}
