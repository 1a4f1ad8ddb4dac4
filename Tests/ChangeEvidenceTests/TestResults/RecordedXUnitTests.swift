import ChangeEvidence
import IntakeModel
import ShareContract
import Testing

/// Files that the runners of Swift wrote.
struct RecordedXUnitTests {
  private func read(_ name: String) throws -> TestReport {
    try XUnitFile().read(try RecordedStreams.bytes(file: name))
  }

  @Test func `tests of XCTest are read, and one that was skipped is told by what was printed`()
    throws
  {
    let report = try read("xunit-xctest.xml")
    #expect(report.isComplete)
    #expect(
      report.results.map(\.name) == [
        "LegacyTests.OldTests/testCrash", "LegacyTests.OldTests/testMaybe",
        "LegacyTests.OldTests/testPasses", "LegacyTests.OldTests/testSkips",
      ])
    #expect(report.results.allSatisfy { $0.verdict == .passed })
    let console = XCTestConsole(try RecordedStreams.bytes(file: "console-xctest.txt"))
    #expect(console.skipped == ["OldTests.testSkips"])
    #expect(
      console.applied(to: report).results.map(\.verdict) == [.passed, .passed, .passed, .skipped])
  }

  @Test func `what a test prints can only make it count for less`() throws {
    let report = TestReport(
      results: [
        TestResult(name: "A.B/c", verdict: .failed), TestResult(name: "A.B/d", verdict: .passed),
      ], isComplete: true)
    let console = XCTestConsole(
      Array("Test Case 'B.c' skipped (0 seconds)\nTest Case 'B.d' passed (0 seconds)\n".utf8))
    #expect(console.applied(to: report) == report)
  }

  @Test(arguments: [
    "Test Case 'ShareTests.testStores' skipped (0.0 seconds)",
    "Test Case '-[AppTests.ShareTests testStores]' skipped (0.0 seconds).",
    "50% doneTest Case 'ShareTests.testStores' skipped (0.0 seconds)",
    "Test Case 'ShareTests.testOther' passed (0.0 seconds)Test Case 'ShareTests.testStores' skipped (1",
    "Test Case 'Test Case 'ShareTests.testStores' skipped (0.0 seconds)",
    String(repeating: "x", count: 200_000)
      + "Test Case 'ShareTests.testStores' skipped (0 seconds)",
  ])
  func `a skip is found wherever it stands, and in pieces of any size`(_ text: String) {
    let report = TestReport(
      results: [TestResult(name: "AppTests.ShareTests/testStores", verdict: .passed)],
      isComplete: true)
    let whole = XCTestConsole(Array(text.utf8))
    #expect(whole.applied(to: report).results.map(\.verdict) == [.skipped])
    for size in [1, 7, 65_535, 65_536, 65_537] {
      var console = XCTestConsole()
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(bytes.count, start + size)].withUnsafeBytes { console.take($0) }
      }
      console.finish()
      #expect(console.skipped == whole.skipped, "pieces of \(size)")
    }
  }

  @Test func `a mark that is not whole is none, and one in another module is another test`() {
    let report = TestReport(
      results: [TestResult(name: "AppTests.ShareTests/testStores", verdict: .passed)],
      isComplete: true)
    for text in [
      "Test Case 'ShareTests.testStores\n' skipped (0.0 seconds)",
      "Case 'ShareTests.testStores' skipped (0.0 seconds)",
      "Test Case '-[OtherTests.ShareTests testStores]' skipped (0.0 seconds).",
    ] {
      #expect(XCTestConsole(Array(text.utf8)).applied(to: report) == report)
    }
  }

  @Test func `more skipped tests than are kept make the report one that is not complete`() {
    var text: [UInt8] = []
    for number in 0...100_000 { text += Array("Test Case 'A.t\(number)' skipped (0 s)\n".utf8) }
    let report = TestReport(results: [], isComplete: true)
    #expect(!XCTestConsole(text).applied(to: report).isComplete)
  }

  @Test func `a crash of one test of XCTest is its failure`() throws {
    let report = try read("xunit-xctest-crashed.xml")
    #expect(
      report.results.filter { $0.verdict == .failed }.map(\.name) == [
        "LegacyTests.OldTests/testCrash"
      ])
  }

  @Test func `the name that makes a file no XML is found`() throws {
    let bytes = try RecordedStreams.bytes(file: "xunit-swift-testing.xml")
    do throws(DocumentError) {
      _ = try XUnitFile().read(bytes)
      Issue.record("it was read")
    } catch {
      #expect(
        "\(error)".hasPrefix(
          "line 7, column 71: the value of the attribute 'name' holds '<'; expected '&lt;'"))
    }
  }
}
