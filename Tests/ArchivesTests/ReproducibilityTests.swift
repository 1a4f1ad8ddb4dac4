import Archives
import Glibc
import Testing

/// In child processes, because time zone and locale belong to the process.
@Suite(.timeLimit(.minutes(5))) struct ReproducibilityTests {
  /// An archive with what could depend on the surroundings.
  private static func sample(_ format: ArchiveFormat) throws -> [UInt8] {
    try archive(format) { writer in
      let summer = ArchiveTime(seconds: 1_720_000_000, nanoseconds: 123_456_789)
      let winter = ArchiveTime(seconds: 1_700_000_000)
      try writer.addDirectory("Ordner ü", modified: summer)
      try writer.add("Ordner ü/😀.txt", Array("hello hello hello".utf8), modified: summer)
      try writer.add("photo.jpeg", [1, 2, 3], modified: winter, isCompressible: false)
      try writer.add("no time", [4])
    }
  }

  @Test func `the bytes are the same in each time zone`() async {
    await #expect(processExitsWith: .success) {
      for format in FailureTests.formats {
        let expected = try Self.sample(format)
        var hours: Set<Int32> = []
        for zone in ["UTC", "JST-9", "PST8PDT,M3.2.0,M11.1.0", "<+1345>-13:45", "<-12>12"] {
          setenv("TZ", zone, 1)
          tzset()
          var moment = time_t(1_700_000_000)
          var parts = tm()
          localtime_r(&moment, &parts)
          hours.insert(parts.tm_hour)
          #expect(try Self.sample(format) == expected, "\(zone)")
        }
        // Or else the zones weren't in use.
        #expect(hours.count > 3)
      }
    }
  }

  @Test func `the bytes are the same in each locale, and the locale stays`() async {
    await #expect(processExitsWith: .success) {
      for format in FailureTests.formats {
        let expected = try Self.sample(format)
        for name in ["C", "C.UTF-8"] {
          try #require(setlocale(LC_ALL, name) != nil)
          let before = String(cString: nl_langinfo(Int32(CODESET)))
          #expect(try Self.sample(format) == expected, "\(name)")
          #expect(String(cString: nl_langinfo(Int32(CODESET))) == before)
        }
      }
    }
  }

  @Test(arguments: [1, 7, 64, 4096])
  func `the bytes are the same with buffers of each size`(bytes: Int) throws {
    let expected = try Self.sample(.zip())
    var limits = ArchiveLimits()
    limits.chunkBytes = bytes
    limits.outputBytes = bytes
    let collected = Collected()
    var writer = try ArchiveWriter(format: .zip(), limits: limits, write: collected.append)
    let summer = ArchiveTime(seconds: 1_720_000_000, nanoseconds: 123_456_789)
    let winter = ArchiveTime(seconds: 1_700_000_000)
    try writer.addDirectory("Ordner ü", modified: summer)
    try writer.add("Ordner ü/😀.txt", Array("hello hello hello".utf8), modified: summer)
    try writer.add("photo.jpeg", [1, 2, 3], modified: winter, isCompressible: false)
    try writer.add("no time", [4])
    try writer.finish()
    #expect(collected.bytes == expected)
  }
}
