public import IntakeModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A small file system of its own, so that a test meets a disk that is really full, out of file entries, read
/// only or gone. Linux, with `CAP_SYS_ADMIN`.
///
/// It is taken away when nothing holds it, also where files on it are still open. See
/// `withTmpfs(size:inodes:_:)` and `withImage(fileSystem:size:_:)`.
public final class MountedFileSystem: Sendable {
  /// Where it is mounted.
  public let path: String
  private let folder: TemporaryFolder

  /// Mounts a file system in memory.
  ///
  /// - Parameters:
  ///   - size: What it holds; one page of memory at least is taken for each file that is not empty.
  ///   - inodes: The most files and folders, the top one among them. `nil` for the system's default.
  /// - Throws: ``SystemCallFailure``.
  public init(tmpfs size: ByteCount, inodes: Int? = nil) throws {
    folder = try TemporaryFolder()
    path = try folder.makeFolder("mount")
    let options = "size=\(size.bytes)" + (inodes.map { ",nr_inodes=\($0)" } ?? "")
    try Mounting.mount("tmpfs", at: path, type: "tmpfs", options: options)
  }

  /// Makes a file system in an image file, and mounts it.
  ///
  /// - Parameters:
  ///   - name: Such as `ext4`; there must be a program `mkfs.ext4`.
  ///   - size: The size of the image. The system's own records take some of it.
  /// - Throws: ``SystemCallFailure``, or ``CommandFailed``.
  public init(image name: String, size: ByteCount) throws {
    folder = try TemporaryFolder()
    let image = try folder.write([], to: "image")
    try SystemCallFailure.check("truncate", image) { truncate(image, off_t(size.bytes)) }
    path = try folder.makeFolder("mount")
    try Self.run("mkfs.\(name)", ["-q", image])
    // By the program, which finds a loop device and makes it go with the mount.
    try Self.run("mount", ["-t", name, "-o", "loop", image, path])
  }

  deinit { unmount() }

  /// Takes it away now. Files on it that are open stay readable until they are closed.
  public func unmount() { Mounting.unmount(path) }

  /// Makes it read only, or writable again.
  ///
  /// - Throws: ``SystemCallFailure``; `EBUSY` if a file on it stays open for writing for ten seconds.
  public func setReadOnly(_ isReadOnly: Bool) throws {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(10)
    while true {
      do {
        return try Mounting.remount(path, isReadOnly: isReadOnly)
      } catch {
        // A child process that another test is just starting shares what is open until it has begun.
        guard error.number == EBUSY, clock.now < deadline else { throw error }
        sched_yield()
      }
    }
  }

  /// Whether this process may mount. Tried once.
  public static let canMount = (try? MountedFileSystem(tmpfs: .kibibytes(64))) != nil

  /// Whether this process may mount an image of ext4, for which there must be loop devices. Tried once.
  public static let canMountImage =
    canMount && (try? MountedFileSystem(image: "ext4", size: .mebibytes(4))) != nil

  private static func run(_ program: String, _ arguments: [String]) throws {
    // Such programs often are where only the administrator's PATH leads.
    let path = "/usr/sbin:/sbin:/usr/bin:/bin"
    let shell = #"PATH="$PATH:\#(path)" exec "$0" "$@""#
    let child = try ChildProcess("/bin/sh", ["-c", shell, program] + arguments)
    let ending = child.waitBlocking()
    if ending.status != .exited(0) { throw CommandFailed(program: program, ending: ending) }
  }

  /// A program of the system that failed.
  public struct CommandFailed: Error, CustomStringConvertible {
    /// The program that was run.
    public let program: String
    /// How it ended, and what it wrote.
    public let ending: ChildProcess.Ending

    public var description: String { "\(program) \(ending.status): \(ending.errorOutput)" }
  }
}
