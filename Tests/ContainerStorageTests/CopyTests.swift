import ContainerStorage
import Glibc
import IntakeModel
import IntakeTesting
import Testing

/// Copying a local file, while all kinds of things happen to it.
@Suite(.timeLimit(.minutes(5)))
struct CopyTests {
  private let folder: TemporaryFolder
  private let container: FolderContainer
  private let path: String
  private let content = Files.pattern(10_000)

  init() throws {
    folder = try TemporaryFolder()
    container = try FolderContainer(at: folder("c"), create: true)
    path = folder("source")
    try Files.write(content, to: path)
  }

  /// Copies the source in chunks of 1,000 bytes, calls `during` behind the fourth, and returns the copy.
  private func copy(
    of path: String? = nil, during: () throws -> Void = {}
  ) async throws -> [UInt8] {
    let name = StoredName(id: .new())
    let source = try SourceFile(at: path ?? self.path)
    let writer = try container.stage(name.id, expectedSize: source.size)
    #expect(writer is any LocalFileStaging)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 16)
    defer { buffer.deallocate() }
    let count = try writer.append(source, buffer: buffer) { chunk, offset in
      if offset == 4000 { try during() }
    }
    let receipt = try writer.finish(as: name)
    #expect(receipt.size.bytes == count)
    if let error = await container.publish([receipt], durable: false)[receipt] { throw error }
    return try await container.content(of: name)
  }

  @Test(arguments: [0, 1, 999, 1000, 1001, 10_000, 100_000])
  func `a copy holds every byte of its source`(size: Int) async throws {
    let bytes = Files.pattern(size)
    try Files.write(bytes, to: path)
    #expect(try await copy() == bytes)
  }

  @Test func `a writer without a way of its own gets the same bytes`() async throws {
    let container = InMemoryContainer()
    let name = StoredName(id: .new())
    let writer = try container.stage(name.id, expectedSize: nil)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 16)
    defer { buffer.deallocate() }
    _ = try writer.append(SourceFile(at: path), buffer: buffer) { _, _ in }
    let receipt = try writer.finish(as: name)
    #expect(await container.publish([receipt], durable: false).isEmpty)
    #expect(try await container.content(of: name) == content)
  }

  @Test func `each chunk is shown, with its offset, before it is written`() throws {
    let source = try SourceFile(at: path)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    defer { buffer.deallocate() }
    var shown: [UInt8] = []
    try source.forEachChunk(buffer: buffer) { chunk, offset in
      #expect(offset == shown.count)
      shown += chunk
    }
    #expect(shown == content)
  }

  @Test func `a source that is removed while it is copied is copied whole`() async throws {
    #expect(try await copy { try check(unlink(path)) } == content)
  }

  @Test func `a source that is replaced while it is copied is copied as it was`() async throws {
    try Files.write("another", to: folder("other"))
    #expect(try await copy { try check(rename(folder("other"), path)) } == content)
  }

  @Test func `a source that gets another name or mode is copied whole`() async throws {
    #expect(try await copy { try check(chmod(path, 0o400)) } == content)
    #expect(try await copy { try check(link(path, folder("second"))) } == content)
  }

  private func change(during: () throws -> Void) async -> IntakeError? {
    do {
      _ = try await copy(during: during)
      return nil
    } catch {
      return error as? IntakeError
    }
  }

  @Test func `a source that shrinks is not stored, and the numbers are told`() async throws {
    let error = await change { try check(truncate(path, 6500)) }
    #expect(error?.code == .sourceChanged)
    #expect(error?.message.contains("shrank from 10000 to 6500 bytes") == true)
  }

  @Test func `a source that shrinks behind what was read is noticed`() async throws {
    let error = await change { try check(truncate(path, 100)) }
    #expect(error?.code == .sourceChanged)
  }

  @Test func `a source that grows is not stored, and the numbers are told`() async throws {
    let error = await change { try Files.write([1, 2, 3], to: path, appending: true) }
    #expect(error?.code == .sourceChanged)
    #expect(error?.message.contains("grew from 10000 bytes to 10003") == true)
  }

  @Test func `a source that grows as fast as it is read comes to an end`() throws {
    let source = try SourceFile(at: path)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 16)
    defer { buffer.deallocate() }
    var read = 0
    let found = code {
      try source.forEachChunk(buffer: buffer) { chunk, _ in
        read += chunk.count
        try Files.write([UInt8](repeating: 1, count: 2000), to: path, appending: true)
      }
    }
    #expect(found == .sourceChanged)
    #expect(read <= 10_000)
  }

  @Test func `a source that is written over is not stored`() async throws {
    try setContentTime(of: path, seconds: 1_000_000)
    let error = await change {
      let file = open(path, O_WRONLY)
      defer { close(file) }
      #expect(pwrite(file, "x", 1, 0) == 1)
    }
    #expect(error?.code == .sourceChanged)
    #expect(error?.message.contains("modified") == true)
  }

  @Test func `a source that is written over is not stored, though its time is set back`()
    async throws
  {
    try setContentTime(of: path, seconds: 1_000_000)
    let statusTime = try statusTime(of: path)
    // Status times may have the resolution of the kernel's clock.
    while try Self.now(in: folder) == statusTime {}
    let error = await change {
      let file = open(path, O_WRONLY)
      defer { close(file) }
      #expect(pwrite(file, "x", 1, 0) == 1)
      try setContentTime(of: path, seconds: 1_000_000)
    }
    #expect(error?.code == .sourceChanged)
  }

  @Test func `a read error is reported`() async throws {
    // A regular file whose first page is never mapped.
    let source = try SourceFile(at: "/proc/self/mem")
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 16)
    defer { buffer.deallocate() }
    #expect(code { try source.forEachChunk(buffer: buffer) { _, _ in } } == .readFailed)
  }

  @Test func `a file that has content and no size is not stored as an empty one`() async throws {
    let error = await codeOfAsync { _ = try await copy(of: "/proc/self/status") }
    #expect(error == .sourceChanged)
  }

  @Test func `the caller can stop a copy at any chunk`() async throws {
    struct Stop: Error {}
    await #expect(throws: Stop.self) { try await copy { throw Stop() } }
    #expect(try Files.names(in: folder("c/attachments")).isEmpty)
  }

  @Test func `a writer that is abandoned during a copy ends it`() throws {
    let source = try SourceFile(at: path)
    let writer = try container.stage(.new(), expectedSize: nil)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 16)
    defer { buffer.deallocate() }
    var chunks = 0
    #expect(throws: CancellationError.self) {
      try writer.copyChunks(from: source, buffer: buffer) { _, _ in
        chunks += 1
        if chunks == 3 { writer.abandon() }
      }
    }
    #expect(chunks == 3)
  }
}

private func setContentTime(of path: String, seconds: Int) throws {
  let time = timespec(tv_sec: seconds, tv_nsec: 0)
  guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else { throw TestFault("utimensat") }
}

private func statusTime(of path: String) throws -> Int {
  var status = stat()
  guard stat(path, &status) == 0 else { throw TestFault("stat") }
  return status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
}

extension CopyTests {
  /// The time that a change of status gets now.
  private static func now(in folder: TemporaryFolder) throws -> Int {
    try Files.write("x", to: folder("clock"))
    return try statusTime(of: folder("clock"))
  }
}
