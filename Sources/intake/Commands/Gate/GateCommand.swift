package import IntakeModel

/// `intake gate`: run the test command, and judge it.
package enum GateCommand {
  package static let contract = Option<FilePathArgument?>.value(
    "contract", short: "c", "FILE", .path("a contract", example: "contract.json"),
    help: "Require the tests that the rows of this contract name.")

  package static let require = Option<[String]>.list(
    "require", "TEST", .text("the name of a test", example: "AppTests.ShareTests/stores()"),
    help: "Require this test to run and pass.")

  package static let results = Option<FilePathArgument?>.value(
    "results", "DIR", .path("a new folder", example: "results"),
    otherwise: "a temporary folder, removed when the run is green",
    help:
      "Where to keep everything: results.json and verdict.json, and in raw what the command wrote.")

  package static let report = Option<[String]>.list(
    "report", "FILE", .text("a report", example: "build/tests.xml"),
    help:
      "A report that the command writes elsewhere: xUnit XML, the events of Swift Testing, or JSON of "
      + "xcresulttool. It must not be there before.")

  package static let timeout = Option<Duration>.value(
    "timeout", "TIME", .duration, default: .seconds(3_600),
    help:
      "End the command, and all of its process group, after this time. What left the group, as with setsid, is not "
      + "ended.")

  package static let outputLimit = Option<ByteCount>.value(
    "output-limit", "SIZE", .size, default: .mebibytes(64),
    help: "The most to keep of each of the command's outputs; more is dropped, and that is said.")

  package static let drill = Option<Bool>.flag(
    "drill",
    help:
      "Show that the pipeline blocks: arm one assertion to fail (Drill.holds() of IntakeTesting), and be "
      + "green only if that alone makes the run red.")

  package static let echo = Option<Bool>.flag(
    "echo", short: "e", help: "Show what the command writes while it runs, on standard error.")

  package static let command = Operand<[String]>.command(
    "COMMAND", example: "-- swift test",
    help: "The test command and its arguments, behind '--'; or just 'xcode', for the script.")

  package static let definition = CommandDefinition(
    "gate", abstract: "Run the test command, and judge it",
    discussion: [
      "The verdict is the exit status and the tests that ran: green only if the command exits with 0, its "
        + "reports are whole and at one, at least one test ran, none failed, gave up, or was left without an end, "
        + "and every required test ran and passed. A crash, a failed start, a missing scheme, a required test "
        + "that was skipped and a report that cannot be read are red, each with a reason of its own that does "
        + "not change. A skipped test that nothing requires is counted, and not red. The exit status is 0 for "
        + "green and 1 for red.",
      "'swift test' is asked for its reports by itself: for the events of Swift Testing, and, unless it is "
        + "given '--disable-xctest', in parallel for the file of XCTest, whose tests are in no event. Any other "
        + "command finds in INTAKE_GATE_RESULTS the folder for its reports, or names them with '--report'. All "
        + "files in that folder, and in those below it, that end in .xml, .json or .jsonl are reports.",
      "'intake gate xcode' writes a script for a Mac that lists schemes and simulators, runs 'xcodebuild test' "
        + "into a new result bundle, and extracts the results.",
    ],
    options: [
      contract.declaration, require.declaration, results.declaration, report.declaration,
      timeout.declaration, outputLimit.declaration, drill.declaration, echo.declaration,
      OutputOptions.json.declaration,
    ],
    operands: [command.declaration],
    examples: [
      ("intake gate --results results -- swift test --disable-xctest", "Judge a Swift package"),
      ("intake gate --contract contract.json -- swift test", "Require what the contract names"),
      ("intake gate --report build/tests.xml -- make check", "Judge another runner"),
      ("intake gate --drill -- swift test --filter DrillTests", "Show that failing tests block"),
      ("intake gate xcode > xcode-tests.sh", "The script for Xcode"),
      ("intake gate -- sh xcode-tests.sh --scheme App", "Judge an app on a simulator"),
    ],
    check: { arguments throws(UsageError) in
      guard let first = arguments[command].first, !first.isEmpty else {
        throw UsageError(
          "There is no command to run.",
          hint: "For example '\(arguments.command) -- swift test'.", command: arguments.command)
      }
      if !arguments.operandsFollowHyphens, arguments[command] != ["xcode"] {
        throw UsageError(
          "The test command stands behind '--', so that its options are its own.",
          hint: "Write '--' before '\(DisplayText.escaped(first))'.", command: arguments.command)
      }
      let isRun =
        arguments.contains(contract) || arguments.contains(require) || arguments.contains(results)
        || arguments.contains(report) || arguments.contains(timeout)
        || arguments.contains(outputLimit) || arguments.contains(drill) || arguments.contains(echo)
        || arguments.contains(OutputOptions.json)
      if isRun, arguments[command] == ["xcode"] {
        throw UsageError(
          "'\(arguments.command) xcode' only writes the script, and takes no options: nothing is run.",
          hint: "Run the script by '\(arguments.command) -- sh xcode-tests.sh --scheme NAME'.",
          command: arguments.command)
      }
    })
}
