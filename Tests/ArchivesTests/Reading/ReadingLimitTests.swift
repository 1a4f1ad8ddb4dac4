import Archives
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadingLimitTests {
  private func text(
    _ bytes: [UInt8], _ change: (inout ArchiveReadingLimits) -> Void
  ) throws -> String? {
    var limits = ArchiveReadingLimits()
    change(&limits)
    let error = #expect(throws: ArchiveError.self) { _ = try ReadArchive(bytes, limits: limits) }
    #expect(error?.kind == .limitExceeded)
    return error?.text
  }

  @Test(arguments: ReadingTests.formats) func `each limit holds`(format: ArchiveFormat) throws {
    let bytes = try archive(format) { writer in
      for name in ["a", "b", "c"] { try writer.add(name, Array(repeating: 7, count: 5000)) }
    }
    #expect(try text(bytes) { $0.entries = 2 } == "the archive has more than 2 entries")
    #expect(
      try text(bytes) { $0.entryBytes = 4999 } == "the entry declares 5000 bytes, more than 4999")
    #expect(
      try text(bytes) { $0.totalBytes = 14_999 } == "the entries have more than 14999 bytes")
  }

  @Test func `a bomb is noticed by what comes out`() throws {
    let bomb = try archive(.tar(filter: .zstd())) { writer in
      var left = 300 << 20
      let header = ArchiveEntryHeader(
        path: try ArchivePath("bomb"), kind: .file(size: Int64(left)))
      try writer.add(header) { buffer in
        let count = min(left, buffer.count)
        buffer.prefix(count).initializeMemory(as: UInt8.self, repeating: 0)
        left -= count
        return count
      }
    }
    var reader = try ArchiveReader(bomb)
    _ = try reader.next()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    var failure: ArchiveError?
    do {
      while case let count = try reader.read(into: buffer), count > 0 { total += count }
    } catch {
      failure = error as? ArchiveError
    }
    #expect(failure?.kind == .limitExceeded)
    #expect(failure?.text.hasPrefix("more than 1100 bytes come out") == true)
    #expect(total < 70 << 20)
  }

  @Test func `passing over a bomb counts as well`() throws {
    let bytes = try archive(.tar(filter: .zstd())) { writer in
      try writer.add("a", Array(repeating: 0, count: 100_000))
      try writer.add("b", [])
    }
    var limits = ArchiveReadingLimits()
    limits.totalBytes = 50_000
    var reader = try ArchiveReader(bytes, limits: limits)
    _ = try reader.next()
    let error = #expect(throws: ArchiveError.self) { _ = try reader.next() }
    #expect(error?.kind == .limitExceeded)
  }
}
