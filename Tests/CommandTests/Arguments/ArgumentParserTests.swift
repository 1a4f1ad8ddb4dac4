import IntakeModel
import Testing
import intake

struct ArgumentParserTests {
  @Test(arguments: [
    (["--jobs=4"], 4), (["--jobs", "4"], 4), (["-j4"], 4), (["-j", "4"], 4), (["-vj4"], 4),
    (["-v0j", "4"], 4), (["-j4", "--jobs", "5"], 5), ([], 2), (["a", "-j", "7", "b"], 7),
  ])
  func `a value is read in each form, and the last one counts`(
    _ arguments: [String], _ jobs: Int
  ) throws {
    let parsed = try #require(try SampleCommand.run(arguments))
    #expect(parsed[SampleCommand.jobs] == jobs)
  }

  @Test func `flags are read alone, bundled, and not at all`() throws {
    let bundled = try #require(try SampleCommand.run(["-v0"]))
    #expect(bundled[SampleCommand.verbose] && bundled[SampleCommand.null])
    let alone = try #require(try SampleCommand.run(["--null"]))
    #expect(!alone[SampleCommand.verbose] && alone[SampleCommand.null])
  }

  @Test func `a repeated option keeps every value in order`() throws {
    let parsed = try #require(
      try SampleCommand.run(["--accept", "b", "x", "-aa", "--accept=c=d"]))
    #expect(parsed[SampleCommand.accept] == ["b", "a", "c=d"])
  }

  @Test(arguments: [
    (["a", "-v", "b"], ["a", "b"]), (["--", "-v", "--", "b"], ["-v", "--", "b"]),
    (["-", "a"], ["-", "a"]), (["-v", "--", "--help"], ["--help"]), ([], []),
  ])
  func `operands stand anywhere, and behind two hyphens whatever they are`(
    _ arguments: [String], _ operands: [String]
  ) throws {
    let parsed = try #require(try SampleCommand.run(arguments))
    #expect(parsed[SampleCommand.files].map(\.display) == operands)
  }

  @Test func `an operand keeps bytes that are not UTF-8`() throws {
    let name: [UInt8] = [0x2F, 0xFF, 0xFE, 0x0A]
    let line = try ArgumentParser(SampleCommand.definition).parse(
      [RawArgument("run"), RawArgument(bytes: name)])
    guard case .run(let parsed) = line else { return #expect(Bool(false)) }
    #expect(parsed[SampleCommand.files].map(\.bytes) == [name])
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["run", "--help"], ["run", "-vh"], ["run", "a", "-h"],
    ["help", "run"],
  ])
  func `help is asked for in many ways`(_ arguments: [String]) throws {
    guard case .help(_, let command) = try SampleCommand.parse(arguments) else {
      return #expect(Bool(false))
    }
    #expect(command == (arguments.contains("run") ? "tool run" : "tool"))
  }

  @Test(arguments: [
    (["run", "--jbos", "4"], "'tool run' has no option '--jbos'.", "Did you mean '--jobs'?"),
    (["run", "--verb"], "'tool run' has no option '--verb'.", "Did you mean '--verbose'?"),
    (["run", "-vx"], "'tool run' has no option '-x' (in '-vx').", "If '-vx' is an operand"),
    (["run", "-jobs"], "'-j' cannot be 'obs'", "For example '--jobs 4'."),
    (["run", "-verbose"], "'tool run' has no option '-e'", "Did you mean '--verbose'?"),
    (["run", "--jobs"], "'--jobs' needs a whole number from 1 to 8.", "For example '--jobs 4'."),
    (["run", "-j", "9"], "'-j' cannot be '9': expected a whole number from 1 to 8.", "--jobs 4"),
    (["run", "--jobs="], "'--jobs' cannot be ''", "For example"),
    (["run", "--jobs=+4"], "'--jobs' cannot be '+4'", "For example"),
    (["run", "--memory", "much"], "'--memory' cannot be 'much': expected a size.", "64M"),
    (["run", "--memory", "-1"], "'--memory' cannot be '-1'", "64M"),
    (["run", "--memory", "--verbose"], "'--memory' needs a size.", "'--memory=SIZE'"),
    (["run", "--policy", "all"], "'--policy' cannot be 'all'", "'--policy all-or-nothing'"),
    (["run", "--verbose=yes"], "'--verbose' takes no value.", "just '--verbose'"),
    (["run", ""], "'' is not a file.", "tool run a.jpg"),
    (["rnu"], "'tool' has no sub-command 'rnu'.", "Did you mean 'tool run'?"),
    (["--verbose"], "'tool' has no option '--verbose'.", "after the sub-command"),
    ([], "'tool' needs a sub-command: run.", ""),
  ])
  func `an error says what is wrong and what would help`(
    _ arguments: [String], _ message: String, _ hint: String
  ) {
    let error = #expect(throws: UsageError.self) { try SampleCommand.parse(arguments) }
    #expect(error?.message.contains(message) == true)
    #expect(error?.description.contains(hint) == true)
    #expect(error?.description.hasSuffix("--help'.") == true)
  }

  @Test func `random arguments never crash the parser`() {
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "-", "--", "=", "j", "jobs", "v", "h", "run", "4", "\u{0}", "é", "ingest", "inbox",
    ]
    for _ in 0..<5_000 {
      let arguments = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        let text = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
          pieces.randomElement(using: &random)
        }
        return RawArgument(
          bytes: Array(text.joined().utf8) + (Bool.random() ? [UInt8.random(in: 0...255)] : []))
      }
      _ = try? ArgumentParser(SampleCommand.definition).parse([RawArgument("run")] + arguments)
      _ = try? ArgumentParser(RootCommand.definition).parse(arguments)
    }
  }
}
