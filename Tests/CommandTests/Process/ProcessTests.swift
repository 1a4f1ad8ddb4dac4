import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The real program, as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct ProcessTests {
  @Test func `the version is one line`() throws {
    let run = try IntakeProcess.run("--version")
    #expect(run.status == 0)
    #expect(run.output == "intake 0.1.0\n")
    #expect(run.errors == "")
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["ingest", "--help"], ["inbox", "-h"], ["inbox", "take", "-h"],
    ["help", "types", "match"], ["inbox", "open", "--help"],
  ])
  func `help is a result, at every level`(_ arguments: [String]) throws {
    let run = try IntakeProcess.run(arguments.map { Array($0.utf8) })
    #expect(run.status == 0)
    #expect(run.output.contains("USAGE\n  intake"))
    #expect(run.errors == "")
  }

  @Test(arguments: [
    [], ["ingset"], ["inbox"], ["ingest"], ["ingest", "--jbos", "4", "a"], ["ingest", "-j"],
    ["inbox", "take", "--lease", "soon"], ["inbox", "list", "extra"], ["--json"],
  ])
  func `a wrong command line is status 2, with nothing on standard output`(
    _ arguments: [String]
  ) throws {
    let run = try IntakeProcess.run(arguments.map { Array($0.utf8) })
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("intake: "))
    #expect(run.errors.contains("--help'."))
  }

  @Test func `bytes that are not UTF-8 reach the parser as they are`() throws {
    let run = try IntakeProcess.run([
      Array("inbox".utf8), Array("list".utf8), [0x61, 0xFF, 0xC3, 0x28, 0x1B],
    ])
    #expect(run.status == 2)
    #expect(run.errors.contains(#"does not expect 'a\xFF\xC3(\x1B'"#))
  }

  @Test func `a reader that went away ends the program quietly`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let run = try IntakeProcess.run("--help", output: ends[1])
    #expect(run.status == 1)
    #expect(run.errors == "")
  }

  #if os(Linux)
    @Test func `a full disk under standard output is an error`() throws {
      let full = open("/dev/full", O_WRONLY)
      try #require(full >= 0)
      defer { close(full) }
      let run = try IntakeProcess.run("--version", output: full)
      #expect(run.status == 1)
      #expect(run.errors.contains("No space left on device"))
    }
  #endif

  @Test func `an error holds no control characters of an argument`() throws {
    let run = try IntakeProcess.run("ingest", "--\u{1B}[2J\u{202E}")
    #expect(run.errors.contains(#"--\x1B[2J\u{202E}"#))
    #expect(!run.errors.contains("\u{1B}"))
  }
}
