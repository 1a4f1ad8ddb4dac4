import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The script for Xcode with stand-ins for its tools, which print what the tools print. It has not run on a Mac.
@Suite(.timeLimit(.minutes(5)))
struct XcodeScriptTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try tool("xcodebuild", Self.xcodebuild)
    try tool("xcrun", Self.xcrun)
  }

  private func tool(_ name: String, _ script: String) throws {
    let path = try place.folder.write(Array(script.utf8), to: "bin/\(name)")
    try #require(chmod(path, 0o755) == 0)
  }

  private static let xcodebuild = """
    #!/bin/sh
    if [ "$1" = -list ]; then
      cat <<'END'
    Command line invocation:
        /Applications/Xcode.app/Contents/Developer/usr/bin/xcodebuild -list

    Information about project "App":
        Targets:
            App
            AppTests

        Build Configurations:
            Debug
            Release

        If no build configuration is specified and -scheme is not passed then "Release" is used.

        Schemes:
            App
            App Share

    END
      exit 0
    fi
    printf '%s\\n' "$@" > arguments.txt
    printf '%s' "${TEST_RUNNER_INTAKE_DRILL:-}" > drill.txt
    while [ $# -gt 0 ]; do
      [ "$1" = -resultBundlePath ] && [ -z "${NO_BUNDLE:-}" ] && mkdir "$2"
      shift
    done
    exit "${XCODE_STATUS:-0}"

    """

  private static let xcrun = """
    #!/bin/sh
    case "$1 $2" in
      "simctl list") cat <<'END'
    == Devices ==
    -- iOS 18.5 --
        iPhone 16 (11111111-1111-1111-1111-111111111111) (Shutdown)
    -- iOS 26.1 --
        iPhone 17 Pro (22222222-2222-2222-2222-222222222222) (Shutdown)
        iPhone 17 (33333333-3333-3333-3333-333333333333) (Booted)
        iPad Pro 11-inch (M5) (44444444-4444-4444-4444-444444444444) (Shutdown)
    -- watchOS 26.1 --
        Apple Watch Ultra 3 (49mm) (55555555-5555-5555-5555-555555555555) (Shutdown)
    END
        ;;
      "xcresulttool get")
        [ -z "${NO_RESULTS:-}" ] || exit 1
        [ "$5" = --path ] && [ -d "$6" ] || exit 2
        cat "../$4-${RESULTS:-passed}.json" ;;
    esac

    """

  private static func summary(_ result: String, failed: Int) -> String {
    """
    {"title": "Test - App", "result": "\(result)", "totalTestCount": 2, "passedTests": \(2 - failed),
     "failedTests": \(failed), "skippedTests": 0, "expectedFailures": 0, "environmentDescription": "App",
     "devicesAndConfigurations": [], "testFailures": [], "topInsights": [], "startTime": 1.5, "finishTime": 3.25}
    """
  }

  private static func tests(_ row: String) -> String {
    """
    {"devices": [], "testPlanConfigurations": [], "testNodes": [
      {"name": "App", "nodeType": "Test Plan", "result": "Passed", "children": [
        {"name": "AppTests", "nodeType": "Unit test bundle", "result": "Passed", "children": [
          {"name": "ShareTests", "nodeType": "Test Suite", "result": "Passed", "children": [
            {"name": "stores()", "nodeType": "Test Case", "nodeIdentifier": "ShareTests/stores()",
             "result": "Passed", "duration": "0.25s", "durationInSeconds": 0.25},
            {"name": "row(n:)", "nodeType": "Test Case", "nodeIdentifier": "ShareTests/row(n:)",
             "result": "Passed", "children": [
              {"name": "1", "nodeType": "Arguments", "result": "Passed"},
              {"name": "2", "nodeType": "Arguments", "result": "\(row)"}]}]}]}]}]}
    """
  }

  private func run(
    _ arguments: String..., gate: [String] = [], variables: [String: String] = [:]
  ) async throws -> ChildProcess.Ending {
    let script = try await place.run("gate", "xcode")
    #expect(script.status == .exited(0))
    _ = try place.folder.write(script.outputBytes, to: "work/xcode-tests.sh")
    for (name, text) in [
      ("summary-passed", Self.summary("Passed", failed: 0)), ("tests-passed", Self.tests("Passed")),
      ("summary-failed", Self.summary("Failed", failed: 1)), ("tests-failed", Self.tests("Failed")),
      ("summary-garbage", "{"), ("tests-garbage", "<html>"),
    ] {
      _ = try place.folder.write(Array(text.utf8), to: "\(name).json")
    }
    let environment = ["PATH": "\(place.folder.path(of: "bin")):/usr/bin:/bin"]
      .merging(variables) { _, new in new }
    return try await ChildProcess(
      Workplace.program(),
      ["gate", "--json", "--results", "results"] + gate + ["--", "sh", "xcode-tests.sh"]
        + arguments,
      environment: .only(environment), workingDirectory: place.folder.path(of: "work")
    ).wait()
  }

  private func reasons(_ ending: ChildProcess.Ending) -> [String] {
    ending.output.ranges(of: #""reason":""#).map { range in
      String(ending.output[range.upperBound...].prefix { $0 != "\"" })
    }
  }

  private func arguments() throws -> [String] {
    String(decoding: try place.folder.read("work/arguments.txt"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test func `it runs the scheme on the first iPhone of the newest system, into a new bundle`()
    async throws
  {
    let ending = try await run(
      "--scheme", "App Share", "--", "-quiet", gate: ["--require", "AppTests.ShareTests/stores()"])
    #expect(ending.status == .exited(0), "\(ending.output)")
    let bundle = place.folder.path(of: "work/results/raw/tests.xcresult")
    #expect(
      try arguments() == [
        "test", "-scheme", "App Share", "-destination", "id=22222222-2222-2222-2222-222222222222",
        "-resultBundlePath", bundle, "-quiet",
      ])
  }

  @Test(arguments: [
    (["--simulator", "iPhone 17"], "id=33333333-3333-3333-3333-333333333333"),
    (["--simulator", "iPad Pro 11-inch (M5)"], "id=44444444-4444-4444-4444-444444444444"),
    (["--destination", "platform=macOS"], "platform=macOS"),
  ])
  func `another simulator or destination can be named`(
    _ options: [String], _ destination: String
  ) async throws {
    let ending = try await run("--scheme", "App", options[0], options[1])
    #expect(ending.status == .exited(0), "\(ending.output)")
    #expect(try arguments()[4] == destination)
  }

  @Test func `a failing row is red, also where Xcode calls the test passed`() async throws {
    let ending = try await run(
      "--scheme", "App", variables: ["RESULTS": "failed", "XCODE_STATUS": "65"])
    #expect(ending.status == .exited(1))
    #expect(reasons(ending) == ["exit-status", "test-failed"])
  }

  @Test(
    arguments: [
      (["--scheme", "Missing"], [:], ["scheme-missing", "exit-status"]),
      (["--scheme", "Ap"], [:], ["scheme-missing", "exit-status"]),
      (
        ["--scheme", "App", "--simulator", "iPhone 3G"], [:], ["simulator-missing", "exit-status"]
      ),
      (["--scheme", "App"], ["NO_BUNDLE": "1"], ["result-bundle-missing", "exit-status"]),
      (["--scheme", "App"], ["NO_RESULTS": "1"], ["result-bundle-unreadable", "exit-status"]),
      (["--scheme", "App"], ["RESULTS": "garbage"], ["report-unreadable", "report-unreadable"]),
      (["--scheme", "App"], ["PATH": "/usr/bin:/bin"], ["tool-missing", "exit-status"]),
    ] as [([String], [String: String], [String])])
  func `what keeps the tests from running has a reason of its own`(
    _ arguments: [String], _ variables: [String: String], _ expected: [String]
  ) async throws {
    let ending =
      arguments.count == 2
      ? try await run(arguments[0], arguments[1], variables: variables)
      : try await run(
        arguments[0], arguments[1], arguments[2], arguments[3], variables: variables)
    #expect(ending.status == .exited(1))
    #expect(reasons(ending) == expected)
  }

  @Test func `the drill is passed on to the tests`() async throws {
    let ending = try await run("--scheme", "App", gate: ["--drill"])
    #expect(reasons(ending) == ["drill-not-asserted"])
    let mark = String(decoding: try place.folder.read("work/drill.txt"), as: UTF8.self)
    #expect(mark == place.folder.path(of: "work/results/raw/drill-asserted"))
  }
}
