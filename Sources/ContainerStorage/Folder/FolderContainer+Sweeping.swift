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
  package func remove(_ names: [StoredName], durable: Bool) async throws {
    guard !names.isEmpty else { return }
    try checkOpen(at: .retention)
    let firstFailure = Mutex(Errno?.none)
    // Several at once: what takes time is to give back the pages of large files.
    await BlockingThreads.shared.runEach(names.count) { [self] index in
      do throws(Errno) {
        try folders.removeCopy(names[index])
      } catch {
        // The others can go all the same.
        firstFailure.withLock { if $0 == nil { $0 = error } }
      }
    }
    try await BlockingThreads.shared.run { [self] in
      do throws(Errno) {
        if durable { try folders.attachments.synchronizeEntries() }
        if let failure = firstFailure.withLock({ $0 }) { throw failure }
      } catch {
        throw failure(error, at: .retention)
      }
    }
  }

  package func deadOwners(among owners: Set<OwnerID>) async throws -> Set<OwnerID> {
    try await BlockingThreads.shared.run { [self] in
      try checkOpen(at: .retention)
      do throws(Errno) {
        if folders.isGone { throw Errno(ENOENT, from: "openat") }
        var dead: Set<OwnerID> = []
        for owner in owners where owner != self.owner {
          if try folders.isDead(owner) { dead.insert(owner) }
        }
        return dead
      } catch {
        throw failure(error, at: .retention)
      }
    }
  }

  package func sweepStaging() async throws -> Int {
    try await BlockingThreads.shared.run { [self] in
      try checkOpen(at: .retention)
      do throws(Errno) {
        let removed = try sweepHiddenNames()
        try sweepOwnerFiles()
        return removed
      } catch {
        throw failure(error, at: .retention)
      }
    }
  }

  private func sweepHiddenNames() throws(Errno) -> Int {
    var isDead: [OwnerID: Bool] = [owner: false]
    var removed = 0
    var entries = try DirectoryStream(of: folders.staging)
    while let entry = try entries.next() {
      guard let name = HiddenName(String(decoding: entry.name, as: UTF8.self)) else { continue }
      let known = isDead[name.owner]
      let dead = if let known { known } else { try folders.isDead(name.owner) }
      isDead[name.owner] = dead
      if dead, unlinkat(folders.staging.number, name.description, 0) == 0 { removed += 1 }
    }
    return removed
  }

  private func sweepOwnerFiles() throws(Errno) {
    var entries = try DirectoryStream(of: folders.owners)
    while let entry = try entries.next() {
      guard let owner = OwnerID(String(decoding: entry.name, as: UTF8.self)), owner != self.owner
      else { continue }
      try folders.removeIfDead(owner)
    }
  }
}

extension ContainerFolders {
  /// Removes a published copy; one that is not there is passed over.
  fileprivate func removeCopy(_ name: StoredName) throws(Errno) {
    do throws(Errno) {
      try Errno.check("unlinkat") { unlinkat(attachments.number, name.description, 0) }
    } catch {
      if error.number != ENOENT || isGone { throw error }
    }
  }
}
