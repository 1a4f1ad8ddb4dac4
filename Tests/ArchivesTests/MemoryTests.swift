import Archives
import Testing

/// In child processes, so that no other test counts.
@Suite(.timeLimit(.minutes(5))) struct MemoryTests {
  /// Streams `size` bytes through an archive, and returns how many came out.
  private static func stream(_ size: Int64, deflates: Bool) throws -> Int {
    var pushed = 0
    var writer = try ArchiveWriter(format: .zip()) { pushed += $0.count }
    var left = size
    let header = ArchiveEntryHeader(
      path: try ArchivePath("large"), kind: .file(size: size), isCompressible: deflates)
    try writer.add(header) { buffer in
      let count = Int(min(left, Int64(buffer.count)))
      buffer.prefix(count).initializeMemory(as: UInt8.self, repeating: UInt8(left & 0xff))
      left -= Int64(count)
      return count
    }
    try writer.finish()
    return pushed
  }

  @Test func `memory doesn't grow with the size of a file`() async {
    await #expect(processExitsWith: .success) {
      for deflates in [false, true] {
        _ = try Self.stream(3_000_000, deflates: deflates)
        let before = try peakMemory()
        let pushed = try Self.stream(300_000_000, deflates: deflates)
        #expect(pushed > (deflates ? 100_000 : 300_000_000))
        #expect(try peakMemory() - before < 2048)
      }
    }
  }

  private struct Cancellation: Error {}

  @Test func `an abandoned archive leaves no memory behind`() async {
    await #expect(processExitsWith: .success) {
      for format in FailureTests.formats {
        var before = 0
        for round in 0..<320 {
          if round == 20 { before = try peakMemory() }
          var writer = try ArchiveWriter(format: format) { _ in }
          let header = ArchiveEntryHeader(
            path: try ArchivePath("a"), kind: .file(size: 1 << 40))
          var calls = 0
          #expect(throws: Cancellation.self) {
            try writer.add(header) { buffer in
              calls += 1
              if calls == 3 { throw Cancellation() }
              buffer.initializeMemory(as: UInt8.self, repeating: 7)
              return buffer.count
            }
          }
        }
        // A deflate stream alone would be 260 KiB each, 76 MiB in all.
        #expect(try peakMemory() - before < 4096, "\(format)")
      }
    }
  }
}
