public import IntakeModel

/// Calls `body` with the path of a small file system in memory, which is gone afterwards.
///
/// - Parameters:
///   - size: What it holds.
///   - inodes: The most files and folders, the top one among them.
///   - body: What uses it.
/// - Throws: ``SystemCallFailure`` where this process may not mount (see ``MountedFileSystem/canMount``), or
///   what `body` throws.
public func withTmpfs<Result>(
  size: ByteCount, inodes: Int? = nil, _ body: (_ path: String) throws -> Result
) throws -> Result {
  let mounted = try MountedFileSystem(tmpfs: size, inodes: inodes)
  defer { mounted.unmount() }
  return try body(mounted.path)
}

/// Calls `body` with the path of a small file system in memory, which is gone afterwards.
///
/// - Parameters:
///   - size: What it holds.
///   - inodes: The most files and folders, the top one among them.
///   - body: What uses it.
/// - Throws: ``SystemCallFailure`` where this process may not mount (see ``MountedFileSystem/canMount``), or
///   what `body` throws.
public func withTmpfs<Result>(
  size: ByteCount, inodes: Int? = nil, _ body: (_ path: String) async throws -> Result
) async throws -> Result {
  let mounted = try MountedFileSystem(tmpfs: size, inodes: inodes)
  defer { mounted.unmount() }
  return try await body(mounted.path)
}

/// Calls `body` with the path of a file system in an image file, which is gone afterwards.
///
/// - Throws: ``SystemCallFailure`` or ``MountedFileSystem/CommandFailed`` where this process cannot do that
///   (see ``MountedFileSystem/canMountImage``), or what `body` throws.
public func withImage<Result>(
  fileSystem: String = "ext4", size: ByteCount, _ body: (_ path: String) throws -> Result
) throws -> Result {
  let mounted = try MountedFileSystem(image: fileSystem, size: size)
  defer { mounted.unmount() }
  return try body(mounted.path)
}

/// Calls `body` with the path of a file system in an image file, which is gone afterwards.
///
/// - Throws: ``SystemCallFailure`` or ``MountedFileSystem/CommandFailed`` where this process cannot do that
///   (see ``MountedFileSystem/canMountImage``), or what `body` throws.
public func withImage<Result>(
  fileSystem: String = "ext4", size: ByteCount, _ body: (_ path: String) async throws -> Result
) async throws -> Result {
  let mounted = try MountedFileSystem(image: fileSystem, size: size)
  defer { mounted.unmount() }
  return try await body(mounted.path)
}
