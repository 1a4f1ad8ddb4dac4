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

/// An open regular file, and its status at opening; or why it was not opened.
enum RegularFile: ~Copyable {
  case opened(Descriptor, FileStatus)
  /// It is of another kind, and was not opened.
  case refused(FileKind)
}

extension RegularFile {
  /// How a path is resolved.
  enum Resolution {
    /// Folders on the way may be links, the last component may not.
    case noLinkAtEnd
    /// Nothing on the way may be a link, or lead out of the folder.
    case beneath
  }

  /// Opens a regular file for reading, without waiting and without side effects.
  ///
  /// Opening a device can rewind a tape, and opening a pipe waits for its writer or wakes it up. So the kind
  /// is looked at first, through a handle (`O_PATH`) that opens nothing.
  static func open(
    _ path: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD,
    resolution: Resolution = .noLinkAtEnd
  ) throws(Errno) -> RegularFile {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    #if os(Linux)
      let handle = try openHandle(path, in: folder, resolution: resolution)
      let found = try handle.status()
      guard found.kind == .regular else { return .refused(found.kind) }
      let number = openat(AT_FDCWD, "/proc/self/fd/\(handle.number)", flags)
      if number >= 0 { return .opened(Descriptor(owning: number), found) }
      // Where /proc is not mounted, by path, and compared below.
      let failure = Errno(errno, from: "openat")
      guard failure.number == ENOENT || failure.number == ENOTDIR else { throw failure }
    #else
      let found = try FileStatus(of: path, in: folder)
      guard found.kind == .regular else { return .refused(found.kind) }
    #endif
    let descriptor = try Descriptor(opening: path, in: folder, flags | O_NOFOLLOW)
    let status = try descriptor.status()
    // Another file took its place in between.
    guard status.isSameFile(as: found) else { throw Errno(ENOENT, from: "openat") }
    return .opened(descriptor, status)
  }

  #if os(Linux)
    private static func openHandle(
      _ path: UnsafePointer<CChar>, in folder: Int32, resolution: Resolution
    ) throws(Errno) -> Descriptor {
      let flags = clinux_O_PATH | O_NOFOLLOW | O_CLOEXEC
      if resolution == .beneath {
        do throws(Errno) {
          return Descriptor(
            owning: try Errno.check("openat2") { clinux_open_beneath(folder, path, flags) })
        } catch {
          // Kernels before 5.6 and some sandboxes lack the call. A single component is safe without it.
          guard error.number == ENOSYS || error.number == EPERM, strchr(path, 0x2F) == nil else {
            throw error
          }
        }
      }
      return try Descriptor(opening: path, in: folder, flags)
    }
  #endif
}
