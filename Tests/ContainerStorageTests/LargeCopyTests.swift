import ContainerStorage
import Digests
import Glibc
import IntakeModel
import IntakeTesting
import Testing

/// Copying a file that is large enough for its digest to have a thread of its own.
@Suite(.timeLimit(.minutes(5)))
struct LargeCopyTests {
  private let folder: TemporaryFolder
  private let container: FolderContainer
  private let path: String
  private let piece = Files.pattern(1 << 20)
  /// One byte beyond a whole number of everything.
  private let size = 33 << 20 + 1

  init() throws {
    folder = try TemporaryFolder()
    container = try FolderContainer(at: folder("c"), create: true)
    path = folder("source")
    for _ in 0..<33 { try Files.write(piece, to: path, appending: true) }
    try Files.write([7], to: path, appending: true)
  }

  private func expectedDigest() throws -> [UInt8] {
    var digest = try SHA256()
    for _ in 0..<33 { try piece.withUnsafeBytes { try digest.update($0) } }
    try [UInt8(7)].withUnsafeBytes { try digest.update($0) }
    return try digest.finalize()
  }

  private func copy(
    bufferSize: Int = 256 << 10, during: (_ offset: Int64) throws -> Void = { _ in }
  ) throws -> StagingReceipt {
    let name = StoredName(id: .new())
    let source = try SourceFile(at: path)
    let isLarge = source.isLarge
    try #require(isLarge)
    let writer = try container.stage(name.id, expectedSize: source.size)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
    defer { buffer.deallocate() }
    do {
      _ = try writer.append(source, buffer: buffer) { _, offset in try during(offset) }
      return try writer.finish(as: name)
    } catch {
      writer.abandon()
      throw error
    }
  }

  @Test(arguments: [256 << 10, 1 << 20, 12_345])
  func `its digest is that of its bytes, in order, whatever the size of the chunks`(
    bufferSize: Int
  ) async throws {
    let receipt = try copy(bufferSize: bufferSize)
    #expect(Array(receipt.digest.bytes) == (try expectedDigest()))
    #expect(receipt.size.bytes == Int64(size))
    #expect(await container.publish([receipt], durable: false).isEmpty)
    let stored = try Files.read(folder("c/attachments/\(receipt.name)"))
    #expect(stored == (try Files.read(path)))
  }

  @Test func `each chunk is shown, with its offset, before it is written`() throws {
    var expected: Int64 = 0
    var offsets: [Int64] = []
    _ = try copy { offsets.append($0) }
    for offset in offsets {
      #expect(offset == expected)
      expected += 64 << 10
    }
    #expect(expected >= Int64(size))
  }

  @Test func `the caller can stop it at any chunk`() throws {
    struct Stop: Error {}
    for place in [0, 1, 5, 100] {
      #expect(throws: Stop.self) {
        try copy { if $0 == Int64(place) * 64 << 10 { throw Stop() } }
      }
    }
    #expect(try Files.names(in: folder("c/attachments")).isEmpty)
  }

  @Test func `a source that shrinks is not stored`() throws {
    let found = code { _ = try copy { if $0 > 10 << 20 { truncate(path, 1 << 20) } } }
    #expect(found == .sourceChanged)
  }

  @Test func `a container that is closed in the middle ends it`() throws {
    let found = code { _ = try copy { if $0 > 10 << 20 { container.close() } } }
    #expect(found == .closed)
  }
}
