import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
#if os(Linux)
  import CLinux
#endif

/// A file that is being written and has no name yet: published or dropped, once.
///
/// On Linux it has no name at all (`O_TMPFILE`), and so leaves nothing behind however its process ends.
/// Where that is not to be had it has a hidden name, which goes when this value ends, and which
/// ``FolderContainer/sweepStaging()`` removes once its owner is dead.
struct StagedFile: ~Copyable, Sendable {
  private let descriptor: Descriptor
  private let folders: ContainerFolders
  private var hiddenName: String?

  /// How staged files are kept.
  enum Form: Sendable, Hashable {
    case unnamed
    case hiddenName
  }

  /// Starts a file that will be published in `folders.attachments`.
  ///
  /// - Throws: ``Errno``; ``Errno/meansNoUnnamedFiles`` tells whether the other form would help.
  init(_ form: Form, for name: HiddenName, in folders: ContainerFolders) throws(Errno) {
    switch form {
    case .unnamed:
      let descriptor = try Self.openUnnamed(in: folders.attachments)
      self.init(descriptor: descriptor, folders: folders, hiddenName: nil)
    case .hiddenName:
      let text = name.description
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      let descriptor = try Descriptor(
        opening: text, in: folders.staging.number, flags, mode: ContainerFolders.fileMode)
      self.init(descriptor: descriptor, folders: folders, hiddenName: text)
    }
  }

  private init(descriptor: consuming Descriptor, folders: ContainerFolders, hiddenName: String?) {
    self.descriptor = descriptor
    self.folders = folders
    self.hiddenName = hiddenName
  }

  deinit {
    if let hiddenName { unlinkat(folders.staging.number, hiddenName, 0) }
  }

  /// An unnamed file on the file system of `folder`.
  static func openUnnamed(in folder: borrowing Descriptor) throws(Errno) -> Descriptor {
    #if os(Linux)
      return try Descriptor(
        opening: ".", in: folder.number, O_RDWR | clinux_O_TMPFILE,
        mode: ContainerFolders.fileMode)
    #else
      throw Errno(ENOTSUP, from: "openat")
    #endif
  }
}

extension StagedFile {
  /// Appends all of `bytes`.
  func append(_ bytes: UnsafeRawBufferPointer) throws(Errno) { try descriptor.append(bytes) }

  /// Appends all of `bytes`, which leave the system's cache once they are on the disk.
  ///
  /// - Returns: Whether the system can; where not, nothing was appended.
  func appendUncached(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Bool {
    try descriptor.appendUncached(bytes)
  }

  func append(_ text: String) throws(Errno) { try descriptor.append(text) }

  /// Asks the file system to set `size` bytes aside; an answer that it cannot is no failure.
  ///
  /// - Returns: What it has set aside: all or nothing.
  func reserve(_ size: Int64) throws(Errno) -> Int64 {
    #if os(Linux)
      do throws(Errno) {
        try Errno.check("fallocate") {
          clinux_fallocate_keep_size(descriptor.number, 0, off_t(size))
        }
        return size
      } catch {
        if error.number == ENOSPC || error.number == EDQUOT { throw error }
      }
    #endif
    return 0
  }

  /// Gives back what ``reserve(_:)`` set aside beyond `size`.
  func trim(to size: Int64) throws(Errno) {
    try Errno.check("ftruncate") { ftruncate(descriptor.number, off_t(size)) }
  }

  /// The content, which others may read and not write.
  func openedForReading() throws(Errno) -> Descriptor { try descriptor.openedAgain() }

  /// Has the system begin to write the content to the disk, which ``synchronizeContent()`` then waits for.
  func startWriting() { descriptor.startWriting() }

  /// Waits until the content is on the disk.
  func synchronizeContent() throws(Errno) { try descriptor.synchronizeContent() }

  /// Gives the file its name in `folder`, and never replaces another file.
  ///
  /// - Throws: ``Errno`` with `EEXIST` where the name is taken. The file is dropped.
  consuming func publish(as name: String, in folder: borrowing Descriptor) throws(Errno) {
    if let hiddenName {
      try Self.rename(hiddenName, in: folders.staging, to: name, in: folder)
      self.hiddenName = nil
    } else {
      try descriptor.link(as: name, in: folder)
    }
  }

  private static func rename(
    _ hiddenName: String, in staging: borrowing Descriptor, to name: String,
    in folder: borrowing Descriptor
  ) throws(Errno) {
    do throws(Errno) {
      #if canImport(Darwin)
        try Errno.check("renameatx_np") {
          renameatx_np(staging.number, hiddenName, folder.number, name, UInt32(RENAME_EXCL))
        }
      #elseif os(Linux)
        try Errno.check("renameat2") {
          clinux_rename_noreplace(staging.number, hiddenName, folder.number, name)
        }
      #else
        throw Errno(ENOTSUP, from: "renameat2")
      #endif
    } catch {
      // File systems that cannot promise not to replace, and kernels without the call.
      guard [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(error.number) else { throw error }
      try Errno.check("linkat") { linkat(staging.number, hiddenName, folder.number, name, 0) }
      try Errno.check("unlinkat") { unlinkat(staging.number, hiddenName, 0) }
    }
  }
}

extension Descriptor {
  /// Gives an unnamed file its name in `folder`, and never replaces another file.
  func link(as name: String, in folder: borrowing Descriptor) throws(Errno) {
    #if os(Linux)
      // The documented way for everybody; naming the descriptor itself (AT_EMPTY_PATH) needs a capability
      // on kernels before 6.10, but no /proc (open(2), linkat(2)).
      let path = "/proc/self/fd/\(number)"
      if linkat(AT_FDCWD, path, folder.number, name, AT_SYMLINK_FOLLOW) == 0 { return }
      let failure = Errno(errno, from: "linkat")
      guard failure.number == ENOENT || failure.number == ENOTDIR,
        linkat(number, "", folder.number, name, clinux_AT_EMPTY_PATH) == 0
      else { throw failure }
    #else
      throw Errno(ENOTSUP, from: "linkat")
    #endif
  }
}

extension Errno {
  /// Whether the file system or kernel has no unnamed files; what it answers differs (open(2)).
  var meansNoUnnamedFiles: Bool {
    [EOPNOTSUPP, ENOTSUP, EISDIR, EINVAL, ENOSYS].contains(number)
  }
  /// Whether the file system or kernel writes through its cache only; a filter of system calls may say EPERM.
  var meansNoUncachedWrites: Bool {
    [EOPNOTSUPP, ENOTSUP, EINVAL, ENOSYS, EPERM].contains(number)
  }
}
