/// The test command of a gate, with what it is asked to report.
package struct TestCommand: Sendable, Hashable {
  /// The program and its arguments, those that ask for reports among them.
  package let arguments: [String]
  /// The reports that it has to leave, by their names in the folder.
  package let reports: [Report]

  package struct Report: Sendable, Hashable {
    package let name: String
    package let kind: GateReportKind
  }

  /// Why a command cannot be run by a gate.
  package struct Problem: Error, Sendable, Hashable {
    package let message: String
    package let hint: String
  }

  static let eventStreamName = "events.jsonl"
  static let xunitName = "xunit.xml"
  /// What Swift Testing writes beside a file of that name. It is no XML where the name of a test has quotes, and
  /// says nothing that the events do not.
  static let ignoredName = "xunit-swift-testing.xml"

  /// - Parameters:
  ///   - command: As it was given. `swift test` is recognised, also behind others such as `env` or `xcrun`; of
  ///     other commands nothing is known.
  ///   - folder: Where its reports go, an absolute path.
  package init(_ command: [String], folder: String) throws(Problem) {
    guard let test = Self.swiftTest(in: command) else {
      arguments = command
      reports = []
      return
    }
    let options = command[(test + 1)...]
    for name in ["--event-stream-output-path", "--xunit-output", "--event-stream-version"]
    where options.contains(where: { $0 == name || $0.hasPrefix(name + "=") }) {
      throw Problem(
        message: "'swift test' is given '\(name)', which the gate adds by itself.",
        hint: "Remove it; the report is in the folder of '--results'.")
    }
    var added: [String] = []
    var reports: [Report] = []
    if !options.contains("--disable-swift-testing") {
      // Absolute, since the runner takes the path from the package's folder. Version 0 tells the cases of tests
      // with parameters apart.
      added += [
        "--event-stream-output-path", "\(folder)/\(Self.eventStreamName)", "--event-stream-version",
        "0",
      ]
      reports.append(Report(name: Self.eventStreamName, kind: .eventStream))
    }
    let hasXCTest = !options.contains("--disable-xctest") && !options.contains("--no-parallel")
    if hasXCTest {
      // Tests of XCTest are not in the events, and without `--parallel` in no file at all. The file tells a
      // skipped one as passed; what XCTest prints, which `--verbose` shows, tells it as skipped.
      added += ["--parallel", "--verbose", "--xunit-output", "\(folder)/\(Self.xunitName)"]
      reports.append(Report(name: Self.xunitName, kind: .xunit))
    }
    arguments = Array(command[...test]) + added + Array(options)
    self.reports = reports
  }

  /// Where `test` stands in `swift test`.
  private static func swiftTest(in command: [String]) -> Int? {
    for index in command.indices.dropLast()
    where command[index].split(separator: "/").last == "swift" && command[index + 1] == "test" {
      return index + 1
    }
    return nil
  }
}

extension TestCommand {
  /// The folder of the package whose tests it runs, as it was given with `--package-path`.
  package var packagePath: String? {
    if let index = arguments.lastIndex(of: "--package-path"), index + 1 < arguments.count {
      return arguments[index + 1]
    }
    let prefix = "--package-path="
    return arguments.last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }
}
