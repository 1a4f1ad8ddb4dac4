import Digests
package import IntakeModel
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A container in a folder of the local file system.
///
/// Every file is reached relative to a folder's descriptor, by a generated name, and through no link.
/// Several processes, and several stores of one process, may use one container at once.
///
/// Its folders stay open until the store goes away; everything else is given up by ``close()``.
package final class FolderContainer: ContainerStore {
  package let owner: OwnerID
  /// Which container this is, whatever path it was opened by.
  package let id: ContainerID
  package var systemRun: String { SystemRun.name }

  /// The path that the container was opened by: for messages, and for the catalog that lies beside.
  package let path: String
  let folders: ContainerFolders
  /// The copies of this container: those of others may go to a disk that is slower, or hangs.
  let lanes = DigestLanes()
  private let form: Mutex<StagedFile.Form>
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var ownerFile: OwnerFile?
    var staged: [AttachmentID: StagedSlot] = [:]
    var isClosed = false
  }

  /// How copies are kept until they have their names.
  package enum Staging: Sendable, Hashable {
    /// Without any name where the file system can, else under hidden names.
    case automatic
    /// Under hidden names: for tests, and for file systems that only claim to have unnamed files.
    case hiddenNames
  }

  /// Opens the container in the folder `path`.
  ///
  /// - Parameters:
  ///   - create: Whether a missing or empty folder is made a container. The folder that it lies in must be
  ///     there. A folder that holds anything else is never taken over.
  ///   - staging: How copies are kept until they have their names.
  /// - Throws: ``IntakeError`` at stage `commit` with `containerUnavailable`, `containerUnsuitable`,
  ///   `containerReadOnly`, `diskFull`, `tooManyOpenFiles` or `writeFailed`.
  package init(at path: String, create: Bool, staging: Staging = .automatic) throws {
    // Loads the library of digests, for which there may be no descriptor later.
    do { _ = try SHA256() } catch {
      throw IntakeError(
        .writeFailed, at: .commit, "nothing can be digested (\(error))", cause: error)
    }
    let (folders, id) = try ContainerFolders.open(at: path, create: create)
    let owner = OwnerID(milliseconds: SystemRun.milliseconds())
    do throws(Errno) {
      var form: StagedFile.Form = staging == .automatic ? .unnamed : .hiddenName
      let ownerFile = try Self.makeOwnerFile(for: owner, in: folders, form: &form)
      self.id = if let id { id } else { try folders.writeMarker(as: form, owner: owner) }
      self.form = Mutex(form)
      self.state = Mutex(State(ownerFile: ownerFile))
    } catch {
      throw IntakeError.container(error, at: .commit, path: path, space: folders.space)
    }
    self.path = path
    self.folders = folders
    self.owner = owner
  }

  /// Makes the owner file, and finds out by it what the file system can do.
  private static func makeOwnerFile(
    for owner: OwnerID, in folders: ContainerFolders, form: inout StagedFile.Form
  ) throws(Errno) -> OwnerFile {
    if form == .unnamed {
      do throws(Errno) {
        return try OwnerFile.make(for: owner, in: folders, form: .unnamed)
      } catch {
        // ENOENT and EPERM too: some file systems, and a system without /proc, open such a file and then
        // cannot link it. If it was for another reason, the second try says so.
        guard error.meansNoUnnamedFiles || [ENOENT, EPERM, EXDEV].contains(error.number) else {
          throw error
        }
      }
      form = .hiddenName
    }
    return try OwnerFile.make(for: owner, in: folders, form: .hiddenName)
  }
}

// MARK: Staging

extension FolderContainer {
  /// The size from which space is set aside ahead: below it, the call costs more than it saves.
  private static let reservesFrom = ByteCount.mebibytes(1)

  package func stage(
    _ id: AttachmentID, expectedSize: ByteCount?
  ) throws -> any StagingWriter {
    try checkOpen(at: .copying)
    do {
      // In a removed folder tmpfs and overlayfs still open unnamed files, which could never be published.
      if folders.isGone { throw Errno(ENOENT, from: "openat") }
      try stayAlive()
      let file = try openStagedFile(for: HiddenName(owner: owner, attachment: id))
      var reserved: Int64 = 0
      if let expectedSize, expectedSize > Self.reservesFrom {
        reserved = try file.reserve(expectedSize.bytes)
      }
      return try FolderStagingWriter(id: id, file: file, reserved: reserved, container: self)
    } catch let error as Errno {
      throw failure(error, at: .copying)
    } catch let error as DigestError {
      throw IntakeError.digesting(error)
    }
  }

  /// Whether a source lies where its copy goes, so that it is no slower to read.
  func isOnSameFileSystem(as source: borrowing SourceFile) -> Bool {
    source.atOpening.device == folders.device
  }

  /// Makes the owner file again where it was cleaned away, as from a folder for temporary files.
  func stayAlive() throws(Errno) {
    let form = form.withLock { $0 }
    try state.withLock { state throws(Errno) in try state.ownerFile?.restore(as: form) }
  }

  private func openStagedFile(for name: HiddenName) throws(Errno) -> StagedFile {
    let form = form.withLock { $0 }
    do throws(Errno) {
      return try StagedFile(form, for: name, in: folders)
    } catch {
      guard form == .unnamed, error.meansNoUnnamedFiles else { throw error }
    }
    self.form.withLock { $0 = .hiddenName }
    return try StagedFile(.hiddenName, for: name, in: folders)
  }

  /// Takes in a copy whose bytes are complete.
  func keep(_ file: consuming StagedFile, as id: AttachmentID) throws {
    let slot = StagedSlot(file)
    let (isClosed, isTaken) = state.withLock { state in
      if state.isClosed { return (true, false) }
      if state.staged[id] != nil { return (false, true) }
      state.staged[id] = slot
      return (false, false)
    }
    if isClosed { throw IntakeError.closed(at: .copying) }
    if isTaken {
      throw IntakeError(.invalidArgument, at: .copying, "another copy is staged as \(id)")
    }
  }

  /// The staged copy that `receipt` stands for; afterwards `receipt` is used up if `removing`.
  func slot(for receipt: StagingReceipt, removing: Bool) -> StagedSlot? {
    state.withLock { state in
      removing
        ? state.staged.removeValue(forKey: receipt.name.id) : state.staged[receipt.name.id]
    }
  }

  package func discard(_ receipts: [StagingReceipt]) {
    for receipt in receipts { _ = slot(for: receipt, removing: true) }
  }
}

// MARK: The end

extension FolderContainer {
  package func close() {
    let staged = state.withLock { state in
      state.isClosed = true
      let staged = state.staged
      state.staged = [:]
      return staged
    }
    // Staged files end first, and so while their owner still counts as alive.
    _ = consume staged
    let ownerFile = state.withLock { $0.ownerFile.take() }
    _ = consume ownerFile
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func checkOpen(at stage: Stage) throws {
    if isClosed { throw IntakeError.closed(at: stage) }
  }

  /// A failed call as the caller's error.
  func failure(_ error: Errno, at stage: Stage) -> IntakeError {
    // On a folder that was removed, what follows fails in many ways, and all mean this.
    let cause = folders.isGone ? Errno(ENOENT, from: error.call) : error
    return IntakeError.container(cause, at: stage, path: path, space: folders.space)
  }
}

extension ContainerFolders {
  /// What is free, where the system says.
  var space: FreeSpace? {
    guard let (bytes, entries) = try? freeSpace() else { return nil }
    return FreeSpace(bytes: ByteCount(bytes: bytes), entries: entries)
  }
}

extension IntakeError {
  /// The store was closed.
  static func closed(at stage: Stage) -> IntakeError {
    IntakeError(.closed, at: stage, "the container was closed")
  }
}
