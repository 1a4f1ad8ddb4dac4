#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system says about a file.
struct FileStatus: Sendable, Hashable {
  let kind: FileKind
  let device: UInt64
  let inode: UInt64
  let size: Int64
  let linkCount: UInt64
  /// Kind and permissions.
  let mode: UInt32
  let user: UInt32
  let group: UInt32
  /// When the content was changed, in nanoseconds since 1970.
  let contentTime: Int64
  /// When content or status was changed, in nanoseconds since 1970.
  let statusTime: Int64

  /// The status of an open file.
  init(of descriptor: Int32) throws(Errno) {
    var status = stat()
    try Errno.check("fstat") { fstat(descriptor, &status) }
    self.init(status)
  }

  /// The status of what `path` names, not following a link at its end.
  init(of path: UnsafePointer<CChar>, in folder: Int32) throws(Errno) {
    var status = stat()
    try Errno.check("fstatat") { fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) }
    self.init(status)
  }

  private init(_ status: stat) {
    kind = FileKind(mode: status.st_mode)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    linkCount = UInt64(status.st_nlink)
    mode = UInt32(status.st_mode)
    user = status.st_uid
    group = status.st_gid
    #if canImport(Darwin)
      contentTime = Self.nanoseconds(status.st_mtimespec)
      statusTime = Self.nanoseconds(status.st_ctimespec)
    #else
      contentTime = Self.nanoseconds(status.st_mtim)
      statusTime = Self.nanoseconds(status.st_ctim)
    #endif
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Whether both are of one file.
  func isSameFile(as other: Self) -> Bool { device == other.device && inode == other.inode }
}
