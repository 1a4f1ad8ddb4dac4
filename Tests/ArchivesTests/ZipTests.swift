import Archives
import Testing

@Suite(.timeLimit(.minutes(5))) struct ZipTests {
  @Test(.enabled(if: Python.isInstalled, "python3 is not installed"))
  func `names, sizes, contents and attributes arrive in another reader`() throws {
    let family = "\u{1F469}\u{200D}\u{1F467}.jpeg"
    let decomposed = "e\u{301}.txt"
    let bytes = try archive { writer in
      let modified = ArchiveTime(seconds: 1_700_000_001)
      try writer.addDirectory("Bündel", modified: modified)
      try writer.add("Bündel/\(family)", [1, 2, 3], modified: modified, isCompressible: false)
      try writer.add(decomposed, Array("text text text text text".utf8))
      try writer.add("empty", [])
    }
    let lines = try Python.read(
      bytes,
      """
      assert zip.testzip() is None
      for i in zip.infolist():
        print(i.filename.encode().hex(), i.file_size, zip.read(i).hex() or '-', i.flag_bits >> 11,
          i.compress_type, oct(i.external_attr >> 16), '-'.join(map(str, i.date_time)))
      """)
    #expect(
      lines == [
        "\(hex("Bündel/")) 0 - 1 0 0o40755 2023-11-14-22-13-20",
        "\(hex("Bündel/" + family)) 3 010203 1 0 0o100644 2023-11-14-22-13-20",
        "\(hex(decomposed)) 24 \(hex("text text text text text")) 1 8 0o100644 1980-1-1-0-0-0",
        "\(hex("empty")) 0 - 0 0 0o100644 1980-1-1-0-0-0",
      ])
  }

  @Test(.enabled(if: Command.exists("unzip"), "unzip is not installed"))
  func `unzip finds no fault, and the exact second`() throws {
    let bytes = try archive { writer in
      try writer.add("a.txt", Array(repeating: 7, count: 1_000_000))
      let modified = ArchiveTime(seconds: 1_700_000_001, nanoseconds: 5)
      try writer.add("🏔/b", [1], modified: modified, isCompressible: false)
      try writer.addDirectory("c/d")
    }
    try withFile(bytes) { path in
      let test = try Command.run("unzip", "-t", path)
      #expect(test.status == 0, "\(test.output)")
      #expect(test.output.contains("No errors detected"))
      // -T sets the file's own time to that of the newest entry, by the field UT.
      let touch = try Command.run("unzip", "-T", path)
      #expect(touch.status == 0, "\(touch.output)")
      let modified = try Command.run("stat", "-c", "%Y", path)
      #expect(modified.output == "1700000001\n")
    }
  }

  @Test(.enabled(if: Python.isInstalled, "python3 is not installed"))
  func `an archive without entries is valid`() throws {
    #expect(try Python.read(archive { _ in }, "print(len(zip.infolist()))") == ["0"])
  }

  @Test(.enabled(if: Python.isInstalled, "python3 is not installed"))
  func `ten thousand entries keep their order and times`() throws {
    let bytes = try archive { writer in
      for index in 0..<10_000 {
        // One a day: every entry has its own date and time, across the seams of libarchive's list.
        let modified = ArchiveTime(seconds: 1_000_000_000 + Int64(index) * 86_402)
        try writer.add("folder/\(index).txt", Array("\(index)".utf8), modified: modified)
      }
    }
    let lines = try Python.read(
      bytes,
      """
      import datetime, struct
      assert zip.testzip() is None
      raw = open(sys.argv[1], 'rb').read()
      for n, i in enumerate(zip.infolist()):
        assert i.filename == f'folder/{n}.txt' and zip.read(i) == str(n).encode(), n
        seconds = 1000000000 + n * 86402
        time = datetime.datetime.fromtimestamp(seconds & ~1, datetime.timezone.utc)
        assert i.date_time == time.timetuple()[:6], n
        assert struct.unpack_from('<I', raw, i.header_offset + 10)[0] == (
          (time.year - 1980) << 25 | time.month << 21 | time.day << 16
          | time.hour << 11 | time.minute << 5 | time.second >> 1), n
      print(n + 1)
      """)
    #expect(lines == ["10000"])
  }

  @Test func `media is stored, and text deflated`() throws {
    let content = [UInt8](repeating: 42, count: 100_000)
    let stored = try archive { try $0.add("a", content, isCompressible: false) }
    let deflated = try archive { try $0.add("a", content) }
    let never = try archive(.zip(compression: .stored)) { try $0.add("a", content) }
    #expect(stored.count > 100_000)
    #expect(deflated.count < 2000)
    #expect(never == stored)
  }

  @Test(
    .enabled(if: Python.isInstalled, "python3 is not installed"),
    arguments: [
      (Int64.min, "1980-1-1-0-0-0"), (-1, "1980-1-1-0-0-0"), (315_532_799, "1980-1-1-0-0-0"),
      (951_782_400, "2000-2-29-0-0-0"), (2_147_483_648, "2038-1-19-3-14-8"),
      (4_354_819_200, "2107-12-31-23-59-58"), (.max, "2107-12-31-23-59-58"),
    ])
  func `a time that zip can't hold becomes the nearest`(seconds: Int64, text: String) throws {
    let bytes = try archive { try $0.add("a", [1], modified: ArchiveTime(seconds: seconds)) }
    let script = "print('-'.join(map(str, zip.infolist()[0].date_time)))"
    #expect(try Python.read(bytes, script) == [text])
  }

  private func hex(_ text: String) -> String {
    let digits = Array("0123456789abcdef")
    return String(text.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
