import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The locked file that shows that an open store is alive. It goes when this value ends.
///
/// The kernel gives the lock back however a process ends, so that a dead owner is told from a live one
/// without its process number, which says nothing in another container and is given out again.
struct OwnerFile: ~Copyable, Sendable {
  private var descriptor: Descriptor
  private let folders: ContainerFolders
  private let name: String

  /// Makes the file of `owner`, which is locked from the moment it can be seen.
  ///
  /// - Returns: The file, and how the container's file system keeps staged files.
  static func make(
    for owner: OwnerID, in folders: ContainerFolders, form: StagedFile.Form
  ) throws(Errno) -> OwnerFile {
    let name = owner.description
    return OwnerFile(try makeFile(named: name, in: folders, form), folders, name)
  }

  private static func makeFile(
    named name: String, in folders: ContainerFolders, _ form: StagedFile.Form
  ) throws(Errno) -> Descriptor {
    switch form {
    case .unnamed: try makeUnnamed(name, in: folders)
    case .hiddenName: try makeNamed(name, in: folders)
    }
  }

  /// Makes the file again where somebody removed it, so that its owner is seen to be alive again.
  mutating func restore(as form: StagedFile.Form) throws(Errno) {
    if try descriptor.status().linkCount > 0 { return }
    descriptor = try Self.makeFile(named: name, in: folders, form)
  }

  private init(_ descriptor: consuming Descriptor, _ folders: ContainerFolders, _ name: String) {
    self.descriptor = descriptor
    self.folders = folders
    self.name = name
  }

  deinit {
    unlinkat(folders.owners.number, name, 0)
    // Not left to closing: a child process that is between fork and exec holds the descriptor too.
    flock(descriptor.number, LOCK_UN)
  }

  private static func makeUnnamed(
    _ name: String, in folders: ContainerFolders
  ) throws(Errno) -> Descriptor {
    let descriptor = try StagedFile.openUnnamed(in: folders.owners)
    try lock(descriptor)
    try describe(descriptor)
    try descriptor.link(as: name, in: folders.owners)
    return descriptor
  }

  private static func makeNamed(
    _ name: String, in folders: ContainerFolders
  ) throws(Errno) -> Descriptor {
    while true {
      let descriptor = try Descriptor(
        opening: name, in: folders.owners.number, O_RDWR | O_CREAT | O_NOFOLLOW,
        mode: ContainerFolders.fileMode)
      try Errno.check("flock") { flock(descriptor.number, LOCK_EX) }
      // A sweep may have found the file before it was locked, and removed it as a dead owner's.
      if try descriptor.status().linkCount > 0 {
        try describe(descriptor)
        return descriptor
      }
    }
  }

  private static func lock(_ descriptor: borrowing Descriptor) throws(Errno) {
    try Errno.check("flock") { flock(descriptor.number, LOCK_EX | LOCK_NB) }
  }

  /// Writes which process it is, for a person who looks; never read by us. A full disk keeps nobody from what
  /// is on it.
  private static func describe(_ descriptor: borrowing Descriptor) throws(Errno) {
    do throws(Errno) {
      try descriptor.append("process \(getpid())\n")
    } catch {
      guard [ENOSPC, EDQUOT].contains(error.number) else { throw error }
    }
  }
}

extension ContainerFolders {
  /// Whether `owner` is dead: it has no file, or nobody holds the lock on it.
  ///
  /// One whose file cannot be read counts as alive, since nobody can tell.
  func isDead(_ owner: OwnerID) throws(Errno) -> Bool {
    let file: Descriptor
    do throws(Errno) {
      guard let found = try openOwnerFile(owner) else { return true }
      file = found
    } catch {
      if error.meansUnreadable { return false }
      throw error
    }
    // Shared, so that two that ask at once do not take each other for the owner.
    return try Self.locks(file, LOCK_SH)
  }

  /// Removes the file of `owner` if it is dead.
  func removeIfDead(_ owner: OwnerID) throws(Errno) {
    do throws(Errno) {
      guard let file = try openOwnerFile(owner), try Self.locks(file, LOCK_EX) else { return }
      // Under the lock, so that it is not the file of one that is just coming to life.
      unlinkat(owners.number, owner.description, 0)
    } catch {
      if !error.meansUnreadable { throw error }
    }
  }

  private func openOwnerFile(_ owner: OwnerID) throws(Errno) -> Descriptor? {
    let flags = O_NOFOLLOW | O_NONBLOCK
    do throws(Errno) {
      // For writing too: over NFS an exclusive lock needs it.
      return try Descriptor(opening: owner.description, in: owners.number, O_RDWR | flags)
    } catch {
      if error.number == ENOENT { return nil }
      guard [EACCES, EPERM].contains(error.number) else { throw error }
    }
    return try Descriptor(opening: owner.description, in: owners.number, O_RDONLY | flags)
  }

  private static func locks(_ file: borrowing Descriptor, _ kind: Int32) throws(Errno) -> Bool {
    do throws(Errno) {
      try Errno.check("flock") { flock(file.number, kind | LOCK_NB) }
      return true
    } catch {
      if error.number == EWOULDBLOCK { return false }
      throw error
    }
  }
}

extension Errno {
  /// Whether it is about the one file that was to be read: it is protected, damaged, or something else is in
  /// its place.
  fileprivate var meansUnreadable: Bool {
    [EACCES, EPERM, EIO, EISDIR, ELOOP, ENXIO].contains(number)
  }
}
