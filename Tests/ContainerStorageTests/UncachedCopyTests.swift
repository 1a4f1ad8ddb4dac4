import ContainerStorage
import Glibc
import IntakeModel
import IntakeTesting
import Testing

/// Copies that are too large for the system's cache.
@Suite(.timeLimit(.minutes(5)))
struct UncachedCopyTests {
  /// A little more than where it begins, and not a whole number of chunks.
  private static let size = 257 << 20 + 12_345
  private static let written = Files.pattern(1 << 20)

  /// Copies a file that has content at both ends, and nothing between.
  private func copy(to container: FolderContainer, from path: String) async throws -> StoredName {
    try Files.write(Self.written, to: path)
    truncate(path, Self.size - Self.written.count)
    try Files.write(Self.written, to: path, appending: true)
    let name = StoredName(id: .new())
    let source = try SourceFile(at: LocalPath(path))
    let writer = try container.stage(name.id, expectedSize: source.size)
    defer { writer.abandon() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 << 20, alignment: 4096)
    defer { buffer.deallocate() }
    let count = try writer.append(source, buffer: buffer) { _, _ in }
    #expect(count == Self.size)
    let receipt = try writer.finish(as: name)
    let failures = await container.publish([receipt], durable: true)
    #expect(failures.isEmpty)
    return name
  }

  private func checkContent(of path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.written.count)
    for offset in [0, Self.size - bytes.count] {
      #expect(pread(file, &bytes, bytes.count, offset) == bytes.count)
      #expect(bytes == Self.written)
    }
    #expect(lseek(file, 0, SEEK_END) == Self.size)
  }

  @Test func `it leaves the system's cache once it is on the disk, where the system can`()
    async throws
  {
    let folder = try TemporaryFolder()
    if try !Self.canWriteUncached(to: folder("probe")) {
      try Test.cancel("kernel or file system write through the cache only")
    }
    let container = try FolderContainer(at: folder("c"), create: true)
    let path = folder("c/attachments/\(try await copy(to: container, from: folder("source")))")
    let cached = try Self.cachedBytes(of: path)
    #expect(cached < Self.size / 4, "\(cached) of \(Self.size) bytes are in the cache")
    try checkContent(of: path)
  }

  @Test(.enabled(if: MountedFileSystem.canMount, "this process may not mount a file system"))
  func `it is stored where the file system can only write through its cache`() async throws {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(300))
    let folder = try TemporaryFolder()
    let container = try FolderContainer(at: "\(disk.path)/c", create: true)
    let name = try await copy(to: container, from: folder("source"))
    try checkContent(of: "\(disk.path)/c/attachments/\(name)")
  }

  private static func canWriteUncached(to path: String) throws -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    // Swift's Glibc does not show it.
    typealias Call = @convention(c) (Int32, UnsafePointer<iovec>, Int32, Int, Int32) -> Int
    guard let call = dlsym(nil, "pwritev2") else { return false }
    var bytes = [UInt8](repeating: 1, count: 4096)
    return bytes.withUnsafeMutableBytes { bytes in
      var piece = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
      return unsafeBitCast(call, to: Call.self)(file, &piece, 1, 0, 0x80) == bytes.count
    }
  }

  /// How many bytes of a file the system has in its cache.
  private static func cachedBytes(of path: String) throws -> Int {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    let map = try #require(mmap(nil, size, PROT_READ, MAP_SHARED, file, 0))
    try #require(map != MAP_FAILED)
    defer { munmap(map, size) }
    var pages = [UInt8](repeating: 0, count: (size + 4095) / 4096)
    try #require(mincore(map, size, &pages) == 0)
    return pages.count { $0 & 1 != 0 } * 4096
  }
}
