#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A deliberate failure, which shows that a pipeline blocks a failing test.
///
/// One test of the package asserts it, in either framework:
///
///     @Test func `the drill holds`() { #expect(Drill.holds()) }
///     func testDrill() { XCTAssertTrue(Drill.holds()) }
///
/// It passes in every run but one of `intake gate --drill -- COMMAND`, in which the gate arms it: then the test
/// fails, the run has to go red, and the gate is green only if it does, and only if it is this test that failed. The
/// drill is asserted in the test itself, on one line, so that the failure has the place that the drill tells the gate.
public enum Drill {
  /// The variable that arms it: the path of a file in which it leaves where it was asserted.
  package static let variable = "INTAKE_DRILL"

  /// Whether the drill is not armed.
  ///
  /// - Parameters:
  ///   - fileID: With `line` and `function`, where it is asserted; these are left out.
  ///   - line: See `fileID`.
  ///   - function: See `fileID`.
  public static func holds(
    fileID: String = #fileID, line: Int = #line, function: String = #function
  ) -> Bool {
    holds(
      mark: getenv(variable).map { String(cString: $0) }, fileID: fileID, line: line,
      function: function)
  }

  /// - Parameter mark: Where to leave a file; `nil` or empty where the drill is not armed.
  package static func holds(
    mark: String?, fileID: String = #fileID, line: Int = #line, function: String = #function
  ) -> Bool {
    guard let mark, !mark.isEmpty else { return true }
    // So that the gate can tell this failure from any other. Where it cannot be left, the gate says that no test
    // asserted the drill, which is red as well. One line for each assertion, in one write, so that tests that run
    // side by side do not mix theirs.
    let descriptor = open(mark, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    if descriptor >= 0 {
      let text = Array("\(line)\t\(fileID)\t\(function)\n".utf8)
      _ = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      close(descriptor)
    }
    return false
  }
}
