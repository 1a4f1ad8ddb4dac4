import Archives
import Testing

@Suite(.timeLimit(.minutes(5))) struct ZipStructureTests {
  private func structure(_ bytes: [UInt8]) -> ZipStructure {
    ZipStructure(size: Int64(bytes.count)) { buffer, offset in
      let piece = bytes[Int(offset)...].prefix(min(buffer.count, 777))
      buffer.copyBytes(from: piece)
      return piece.count
    }
  }

  private func check(_ bytes: [UInt8]) throws -> Int { try structure(bytes).check() }

  private func names(_ bytes: [UInt8]) throws -> [String] {
    try structure(bytes).entries().map { String(decoding: $0.name, as: UTF8.self) }
  }

  private func sample(_ format: ArchiveFormat = .zip()) throws -> [UInt8] {
    try archive(format) { writer in
      try writer.addDirectory("d")
      try writer.add("d/Bündel", Array(repeating: 7, count: 1000))
      try writer.add("empty", [])
      try writer.add("stored", [1, 2, 3], isCompressible: false)
    }
  }

  private func text(_ bytes: [UInt8]) -> String? {
    let error = #expect(throws: ArchiveError.self) { _ = try check(bytes) }
    #expect(error?.kind == .malformed)
    return error?.text
  }

  @Test(arguments: [ArchiveFormat.zip(), .zip(compression: .stored)])
  func `what was written is in order`(format: ArchiveFormat) throws {
    #expect(try check(try sample(format)) == 4)
    #expect(try check(try archive(format) { _ in }) == 0)
  }

  @Test(.enabled(if: Python.isInstalled, "python3 is not installed"))
  func `what another program wrote is in order`() throws {
    try withFile([]) { path in
      let script = """
        import sys, zipfile
        with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as zip:
            zip.writestr('a', 'a' * 1000)
            zip.writestr('b', '')
        """
      let run = try Command.run("python3", "-c", script, path)
      #expect(run.status == 0)
      let count = try check(try bytes(of: path))
      #expect(count == 2)
    }
  }

  @Test(.enabled(if: Python.isInstalled, "python3 is not installed"))
  func `a second name in an extra field is a name as well, the same in both places`() throws {
    try withFile([]) { path in
      let script = """
        import struct, sys, zipfile
        with zipfile.ZipFile(sys.argv[1], 'w') as zip:
            entry = zipfile.ZipInfo('raw')
            entry.extra = struct.pack('<HHBI', 0x7075, 5 + 6, 1, 7) + b'../new'
            zip.writestr(entry, 'x')
        """
      #expect(try Command.run("python3", "-c", script, path).status == 0)
      let bytes = try bytes(of: path)
      let entries = try structure(bytes).entries()
      #expect(entries.map(\.bareNames) == [[Array("raw".utf8), Array("../new".utf8)]])
      #expect(text(bytes) == "entry 1 has an extra field of the kind 0x7075 that is never written")
      for range in [
        bytes.firstRange(of: Array("new".utf8)), bytes.lastRange(of: Array("new".utf8)),
      ] {
        var changed = bytes
        changed.replaceSubrange(try #require(range), with: Array("old".utf8))
        let error = #expect(throws: ArchiveError.self) { _ = try names(changed) }
        #expect(error?.text == "the header of entry 1 says other than the directory")
      }
    }
  }

  @Test func `bytes before, behind and between are noticed`() throws {
    let bytes = try sample()
    #expect(text([0] + bytes) == "the directory does not lie where the end of the zip says")
    #expect(text(bytes + [0])?.hasPrefix("it does not end as a zip does") == true)
    #expect(text(Array(bytes.dropLast()))?.hasPrefix("it does not end as a zip does") == true)
    #expect(text([]) == "it is too short for a zip")
  }

  @Test func `two names for one entry are noticed`() throws {
    var bytes = try sample()
    let last = try #require(bytes.lastRange(of: Array("stored".utf8)))
    bytes.replaceSubrange(last, with: Array("Stored".utf8))
    #expect(text(bytes) == "the header of entry 4 says other than the directory")
  }

  @Test func `an entry that the directory leaves out is noticed`() throws {
    let bytes = try sample()
    let first = try #require(bytes.firstRange(of: [0x50, 0x4B, 1, 2]))
    let second = try #require(bytes[first.upperBound...].firstRange(of: [0x50, 0x4B, 1, 2]))
    var changed = bytes
    let length = second.lowerBound - first.lowerBound
    changed.removeSubrange(first.lowerBound..<second.lowerBound)
    let end = changed.count - 22
    changed[end + 8] -= 1
    changed[end + 10] -= 1
    let size = (0..<4).reduce(0) { $0 | Int(changed[end + 12 + $1]) << (8 * $1) } - length
    for place in 0..<4 {
      changed[end + 12 + place] = UInt8(truncatingIfNeeded: size >> (8 * place))
    }
    #expect(text(changed) == "entry 1 does not begin where the one before it ends")
  }

  @Test func `no changed byte does more than fail`() throws {
    let bytes = try sample()
    for index in bytes.indices {
      for value in [0, 0xFF, bytes[index] ^ 1] {
        var changed = bytes
        changed[index] = value
        do { _ = try check(changed) } catch { #expect(error is ArchiveError) }
        do { _ = try names(changed) } catch { #expect(error is ArchiveError) }
      }
    }
  }

  // MARK: What honest programs add

  private static let names = ["d/", "d/Bündel", "empty", "stored"]

  @Test func `the entries come with their names and sizes`() throws {
    let entries = try structure(try sample()).entries()
    #expect(entries.map(\.name) == Self.names.map { Array($0.utf8) })
    #expect(entries.map(\.size) == [0, 1000, 0, 3])
    #expect(entries[0].bareName == Array("d".utf8))
    #expect(!entries.contains { $0.isEncrypted })
    #expect(try names(try archive(.zip()) { _ in }) == [])
  }

  @Test func `bytes before and behind and a comment are allowed, unless the zip is to be exact`()
    throws
  {
    let bytes = try sample()
    var commented = bytes
    commented.replaceSubrange((commented.count - 2)..., with: [4, 0])
    commented += Array("text".utf8)
    for allowed in [Array("#!/bin/sh\n".utf8) + bytes, bytes + [0, 1, 2], commented] {
      #expect(try names(allowed) == Self.names)
      #expect(throws: ArchiveError.self) { _ = try check(allowed) }
    }
    // More comment than there is.
    commented.removeLast()
    #expect(throws: ArchiveError.self) { _ = try names(commented) }
  }

  @Test func `a zip with two ends has what both say`() throws {
    let bytes = try sample()
    let large = try withLargeEnd(bytes)
    #expect(try names(large) == Self.names)
    #expect(try check(large) == 4)
    #expect(try names(Array("before".utf8) + large) == Self.names)
    // The number of entries, the size of the directory, its place, and the place of the larger end.
    for field in [24, 32, 40, 48, 56 + 8] {
      var lying = large
      lying[lying.count - 98 + field] ^= 1
      #expect(text(lying) == "its two ends say different things", "\(field)")
      #expect(throws: ArchiveError.self) { _ = try names(lying) }
    }
  }

  /// The same zip with the end for many entries before its own.
  private func withLargeEnd(_ bytes: [UInt8]) throws -> [UInt8] {
    let end = Array(bytes.suffix(22))
    let place = bytes.count - 22
    let record: [UInt8] =
      [0x50, 0x4B, 6, 6] + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8)
      + little(4, 8) + little(4, 8) + Array(end[12..<16]) + little(0, 4) + Array(end[16..<20])
      + little(0, 4)
    let locator: [UInt8] = [0x50, 0x4B, 6, 7] + little(0, 4) + little(place, 8) + little(1, 4)
    return Array(bytes.dropLast(22)) + record + locator + end
  }

  private func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  // MARK: What they do not

  @Test func `an entry that comes out twice is noticed`() throws {
    let bytes = try archive(.zip()) { try $0.add("a", [1, 2, 3]) }
    let start = try #require(bytes.firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
    let directory = Array(bytes[start..<(bytes.count - 22)])
    let end =
      [0x50, 0x4B, 5, 6] + little(0, 4) + little(2, 2) + little(2, 2)
      + little(2 * directory.count, 4) + little(start, 4) + little(0, 2)
    let twice = Array(bytes[..<start]) + directory + directory + end
    let error = #expect(throws: ArchiveError.self) { _ = try names(twice) }
    #expect(error?.text == "entries 1 and 2 lie on each other")
  }

  @Test func `a number of entries that is not true is noticed`() throws {
    var bytes = try sample()
    for place in [8, 10] { bytes[bytes.count - 22 + place] = 3 }
    let error = #expect(throws: ArchiveError.self) { _ = try names(bytes) }
    #expect(error?.text == "the directory has 4 entries, its end says 3")
    bytes[bytes.count - 22 + 8] = 4
    #expect(text(bytes) == "it is one part of several")
  }

  @Test func `each limit holds before anything is unpacked`() throws {
    let bytes = try sample()
    func excess(_ change: (inout ArchiveReadingLimits) -> Void) throws -> ArchiveError.Excess? {
      var limits = ArchiveReadingLimits()
      change(&limits)
      return #expect(throws: ArchiveError.self) {
        _ = try structure(bytes).entries(within: limits)
      }?.excess
    }
    #expect(try excess { $0.entries = 3 } == .init(limit: .entries, found: 4, allowed: 3))
    #expect(try excess { $0.entryBytes = 999 } == .init(limit: .bytes, found: 1000, allowed: 999))
    #expect(
      try excess { $0.totalBytes = 1002 } == .init(limit: .bytes, found: 1003, allowed: 1002))
    #expect(try excess { $0.directoryBytes = 100 }?.limit == .directoryBytes)
    let ratio = try excess { limits in
      limits.freeBytes = 500
      limits.ratio = 0
    }
    #expect(ratio == .init(limit: .ratio, found: Int64(1000 / bytes.count), allowed: 0))
  }
}

extension [UInt8] {
  fileprivate func lastRange(of other: [UInt8]) -> Range<Int>? {
    (0...(count - other.count)).last { self[$0..<($0 + other.count)].elementsEqual(other) }
      .map { $0..<($0 + other.count) }
  }
}
