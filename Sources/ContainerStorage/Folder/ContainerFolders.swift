#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The folders of one open container, by descriptor, so that nothing that happens to paths later matters.
///
///     <container>/container            the marker: what this folder is, and its version
///                 attachments/<uuid>.<extension>      published copies
///                 staging/.<owner>-<attachment>       copies without a name yet, where they need one
///                 owners/<uuid>        one file for each open store, locked while it lives
///                 catalog.sqlite…      the catalog, which is another module's
final class ContainerFolders: Sendable {
  let root: Descriptor
  let attachments: Descriptor
  let staging: Descriptor
  let owners: Descriptor
  /// The number of the file system that copies go to; `nil` where it is not to be had.
  let device: UInt64?

  /// Copies are for their owner and, as far as the umask allows, its group; never for everybody.
  static let fileMode: mode_t = 0o660
  static let folderMode: mode_t = 0o770

  init(
    root: consuming Descriptor, attachments: consuming Descriptor, staging: consuming Descriptor,
    owners: consuming Descriptor
  ) {
    device = try? attachments.status().device
    self.root = root
    self.attachments = attachments
    self.staging = staging
    self.owners = owners
  }

  /// Whether the container was removed while this held it open.
  var isGone: Bool {
    guard let status = try? attachments.status() else { return true }
    return status.linkCount == 0
  }

  /// What is free on the disk.
  func freeSpace() throws(Errno) -> (bytes: Int64, entries: Int64?) {
    var status = statvfs()
    try Errno.check("fstatvfs") { fstatvfs(attachments.number, &status) }
    let (bytes, overflow) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return (
      bytes: overflow ? .max : Int64(clamping: bytes),
      // File systems that make inodes as they need them, such as btrfs, say that they have none.
      entries: status.f_files == 0 ? nil : Int64(clamping: status.f_favail)
    )
  }
}
