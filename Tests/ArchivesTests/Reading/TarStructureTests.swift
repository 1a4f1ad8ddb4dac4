import Archives
import Testing

@Suite(.timeLimit(.minutes(5))) struct TarStructureTests {
  private func check(
    _ bytes: [UInt8], limits: ArchiveReadingLimits = ArchiveReadingLimits()
  ) throws -> Int {
    try TarStructure(size: Int64(bytes.count)) { buffer, offset in
      let piece = bytes[Int(offset)...].prefix(min(buffer.count, 777))
      buffer.copyBytes(from: piece)
      return piece.count
    }.check(within: limits)
  }

  private func sample() throws -> [UInt8] {
    try archive(.tar(filter: .zstd(level: 3))) { writer in
      try writer.addDirectory("d")
      try writer.add("d/Bündel 😀", Array(repeating: 7, count: 1000))
      try writer.add("empty", [])
      try writer.add(String(repeating: "n", count: 300), [1, 2, 3])
      try writer.add(
        String(repeating: "d", count: 90) + "/" + String(repeating: "n", count: 90), [1])
      try writer.add(String(repeating: "ü", count: 120), [1])
    }
  }

  @Test func `what was written is in order`() throws {
    #expect(try check(try sample()) == 6)
    #expect(try check(try archive(.tar(filter: .zstd(level: 3))) { _ in }) == 0)
  }

  @Test func `bytes behind the frame, and another frame, are noticed`() throws {
    let bytes = try sample()
    let skipped: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 7]
    for more in [[0], bytes, skipped] {
      let error = #expect(throws: ArchiveError.self) { _ = try check(bytes + more) }
      #expect(error?.text == "\(more.count) bytes stand behind its frame")
    }
    for wrong in [skipped + bytes, Array(bytes.dropLast()), [], [1, 2, 3, 4]] {
      let error = #expect(throws: ArchiveError.self) { _ = try check(wrong) }
      #expect(error?.kind == .malformed)
    }
  }

  @Test func `no changed byte does more than fail`() throws {
    let bytes = try sample()
    for index in bytes.indices {
      for value in [0, 0xFF, bytes[index] ^ 1] {
        var changed = bytes
        changed[index] = value
        do { _ = try check(changed) } catch { #expect(error is ArchiveError) }
      }
    }
  }

  @Test func `what comes out is limited`() throws {
    let bytes = try archive(.tar(filter: .zstd(level: 3))) { writer in
      try writer.add("zeros", [UInt8](repeating: 0, count: 4 << 20))
    }
    var limits = ArchiveReadingLimits()
    limits.freeBytes = 1 << 20
    let error = #expect(throws: ArchiveError.self) { _ = try check(bytes, limits: limits) }
    #expect(error?.excess?.limit == .ratio)
    limits = ArchiveReadingLimits()
    limits.entries = 0
    #expect(throws: ArchiveError.self) { _ = try check(bytes, limits: limits) }
  }
}
