import IntakeTesting
import Testing

/// `intake check` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct CheckProcessTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    let contract = """
      {"version": 1, "name": "Share", "accept": ["public.jpeg"], "rows": [
        {"id": "photo", "source": "Photos", "content": "photo",
         "declares": ["public.jpeg"], "expect": {"result": "stored"}, "tests": ["A.S/a()"]}]}
      """
    _ = try place.folder.write(Array(contract.utf8), to: "contract.json")
  }

  @Test func `each line has a state, and the status is 1 unless all is shown`() async throws {
    _ = try place.folder.write(
      Array(#"<testsuite tests="1"><testcase classname="A.S" name="a()"/></testsuite>"#.utf8),
      to: "tests.xml")
    let run = try await place.run(
      "check", "--contract", "contract.json", "--results", "tests.xml", "--json")
    #expect(run.status == .exited(1), "\(run.errorOutput)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 8)
    #expect(
      lines.first?.hasPrefix(#"{"check":"declared-types","state":"not-shown","details":["#) == true)
    #expect(
      lines.dropFirst().first == #"{"check":"matrix","state":"shown","details":["row 'photo'"]}"#)
    let table = try await place.run("check", "--contract", "contract.json")
    #expect(table.output.hasPrefix("CHECK                STATE      BY OR WHY\n"))
  }

  @Test func `a document that cannot be read is named with its place`() async throws {
    _ = try place.folder.write(Array("<testsuite".utf8) + [0x1B], to: "tests.xml")
    let run = try await place.run(
      "check", "--contract", "contract.json", "--results", "tests.xml")
    #expect(run.status == .exited(1))
    #expect(run.output == "")
    #expect(
      run.errorOutput.contains("tests.xml: line 1, column 11: found the control character U+001B"))
    #expect(try await place.run("check").status == .exited(2))
  }
}
