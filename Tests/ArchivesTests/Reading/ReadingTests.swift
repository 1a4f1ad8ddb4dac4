import Archives
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadingTests {
  static let formats: [ArchiveFormat] = [
    .zip(), .zip(compression: .stored), .tar(), .tar(filter: .zstd()),
  ]

  @Test(arguments: formats) func `what was written is read`(format: ArchiveFormat) throws {
    let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let names = [
      "Bündel/😀.txt", String(repeating: "long/", count: 60) + "name", "z\u{301}", "~ #?",
    ]
    let bytes = try archive(format) { writer in
      try writer.addDirectory("Bündel")
      for name in names { try writer.add(name, Array(name.utf8)) }
      try writer.add("large", large)
      try writer.add("empty", [])
    }
    let read = try ReadArchive(bytes)
    #expect(read.members.map(\.kind) == [.directory] + Array(repeating: .file, count: 6))
    #expect(read.members.first?.name == "Bündel")
    for (member, name) in zip(read.members.dropFirst(), names) {
      // As strings: libarchive composes the accent.
      #expect(member.name == name)
      #expect(member.bytes == Array(name.utf8))
    }
    #expect(read.members[5].bytes == large)
    #expect(read.members[6].bytes == [])
  }

  @Test(arguments: formats) func `what is not read is passed over`(format: ArchiveFormat) throws {
    let bytes = try archive(format) { writer in
      for name in ["a", "b", "c"] { try writer.add(name, Array(repeating: 7, count: 5000)) }
    }
    var reader = try ArchiveReader(bytes)
    var names: [String] = []
    while let entry = try reader.next() {
      names.append(try entry.path().string)
      #expect(entry.size == 5000)
      #expect(entry.permissions == 0o644)
    }
    #expect(names == ["a", "b", "c"])
    #expect(try reader.next() == nil)
  }

  @Test func `the kind of archive and its times come out`() throws {
    for (format, container) in zip(
      Self.formats, [.zip, .zip, .tar, .tarZstandard] as [ArchiveReader.Container])
    {
      let modified = ArchiveTime(seconds: 1_700_000_001)
      var reader = try ArchiveReader(
        try archive(format) { try $0.add("a", [1], modified: modified) })
      #expect(try reader.next()?.modified == modified)
      #expect(reader.container == container)
    }
  }

  @Test(arguments: formats) func `a cut archive is an error`(format: ArchiveFormat) throws {
    // Nothing that could be compressed.
    var state: UInt64 = 1
    let content = (0..<30_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    let whole = try archive(format) { try $0.add("a", content) }
    // A plain tar ends in two blocks of zeros, which nobody misses.
    for length in [0, 1, 100, 600, whole.count / 2, whole.count - 1025] {
      #expect(throws: ArchiveError.self, "\(length) of \(whole.count)") {
        _ = try ReadArchive(Array(whole.prefix(length)))
      }
    }
  }

  @Test(arguments: formats) func `a changed byte does no more than fail`(
    format: ArchiveFormat
  ) throws {
    let whole = try archive(format) { writer in
      try writer.addDirectory("d")
      try writer.add("d/a", Array("some text, some text, some text".utf8))
    }
    let original = try ReadArchive(whole)
    var failures = 0
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0x41
      do {
        if try ReadArchive(changed) != original { failures += 1 }
      } catch {
        #expect(error is ArchiveError)
        failures += 1
      }
    }
    #expect(failures > 100)
  }

  @Test func `what is no archive is said to be none`() {
    for bytes in [[], Array("<html>".utf8), [0x1F, 0x8B, 8, 0]] as [[UInt8]] {
      let error = #expect(throws: ArchiveError.self) { _ = try ReadArchive(bytes) }
      #expect(error?.kind == .malformed)
    }
  }

  private struct Broken: Error {}

  @Test func `an error of the source comes out as it is, and ends the reader`() throws {
    let bytes = try archive(.tar()) { try $0.add("a", Array(repeating: 1, count: 300_000)) }
    var isBroken = false
    var reader = try ArchiveReader(size: Int64(bytes.count)) { buffer, offset in
      if isBroken { throw Broken() }
      let piece = bytes[Int(offset)...].prefix(buffer.count)
      buffer.copyBytes(from: piece)
      return piece.count
    }
    _ = try reader.next()
    isBroken = true
    #expect(throws: Broken.self) { _ = try reader.readAll(limit: 1 << 20) }
    let error = #expect(throws: ArchiveError.self) { _ = try reader.next() }
    #expect(error?.kind == .abandoned)
  }
}
