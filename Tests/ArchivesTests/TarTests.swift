import Archives
import Testing

@Suite(.timeLimit(.minutes(5))) struct TarTests {
  private func sample(_ filter: ArchiveFilter) throws -> [UInt8] {
    try archive(.tar(filter: filter)) { writer in
      let modified = ArchiveTime(seconds: 1_700_000_000)
      try writer.addDirectory("Bündel", modified: modified)
      try writer.add("Bündel/😀.txt", Array("hello".utf8), modified: modified)
      try writer.add(String(repeating: "long/", count: 60) + "name", [1], modified: modified)
    }
  }

  @Test(.enabled(if: Command.exists("tar"), "tar is not installed"))
  func `tar lists the names`() throws {
    try withFile(try sample(.none)) { path in
      let list = try Command.run("tar", "--quoting-style=literal", "-tf", path)
      #expect(list.status == 0)
      #expect(
        list.output
          == "Bündel/\nBündel/😀.txt\n" + String(repeating: "long/", count: 60) + "name\n")
    }
  }

  @Test(.enabled(if: Command.exists("zstd"), "zstd is not installed"))
  func `zstd accepts the frame, without padding behind it`() throws {
    let plain = try sample(.none)
    try withFile(try sample(.zstd())) { path in
      let test = try Command.run("zstd", "-q", "-t", path)
      #expect(test.status == 0, "\(test.output)")
      let size = try Command.run("sh", "-c", "zstd -q -dc < \(path) | wc -c")
      #expect(size.output.filter(\.isNumber) == "\(plain.count)")
    }
  }
}
