import IntakeTesting
import Testing

/// The deliberate failure. `intake gate --drill -- swift test --filter DrillTests` arms the first test, and is green
/// only if the run goes red.
struct DrillTests {
  @Test func `the drill holds`() { #expect(Drill.holds()) }

  @Test func `an armed drill does not hold, and leaves its mark`() throws {
    let folder = try TemporaryFolder()
    #expect(!Drill.holds(mark: folder.path(of: "mark")))
    let line = #line - 1
    // What the gate compares with the failure: the line of the assertion.
    #expect(
      String(decoding: try folder.read("mark"), as: UTF8.self)
        == "\(line)\tIntakeTestingTests/DrillTests.swift\t\(#function)\n")
    // Also where the mark is there already, or cannot be left.
    #expect(!Drill.holds(mark: folder.path(of: "mark")))
    #expect(!Drill.holds(mark: folder.path(of: "missing/mark")))
  }

  @Test func `a drill that nothing arms leaves nothing`() {
    #expect(Drill.holds(mark: nil))
    #expect(Drill.holds(mark: ""))
  }
}
