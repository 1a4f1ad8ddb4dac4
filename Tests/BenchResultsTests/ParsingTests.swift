import BenchResults
import Testing

struct ParsingTests {
  /// As strace 6.1 writes it.
  private let table = """
    strace: Process 4242 attached
    % time     seconds  usecs/call     calls    errors syscall
    ------ ----------- ----------- --------- --------- ----------------
     72.11    0.003321         110        30         3 futex
     20.00    0.000921           9       100           openat
      7.89    0.000363           0      1200        12 read
    ------ ----------- ----------- --------- --------- ----------------
    100.00    0.004605           3      1330        15 total
    """

  @Test func `calls are read from the table of strace, with and without errors`() {
    let parsed = SystemCallTable(parsing: table)
    #expect(parsed?.calls == ["futex": 30, "openat": 100, "read": 1200])
    #expect(parsed?.total == 1330)
  }

  @Test func `calls that wait are no work`() {
    #expect(SystemCallTable(parsing: table)?.working == 1300)
  }

  @Test func `a text without calls is no table`() {
    #expect(SystemCallTable(parsing: "strace: Can't stat 'intake': No such file") == nil)
  }

  @Test func `the launcher's report is read in the units that it is said in`() throws {
    let report = try #require(
      LaunchReport(parsing: "memory 20000000 2048\nrun 1500000000 700000 300000 1024 0\n"))
    #expect(report.samples == [.init(seconds: 0.02, mebibytes: 2)])
    let run = try #require(report.runs.first)
    #expect(run.seconds == 1.5)
    #expect(run.userSeconds == 0.7)
    #expect(run.systemSeconds == 0.3)
    #expect(run.peakMebibytes == 1)
    #expect(run.status == 0)
  }

  @Test(arguments: ["", "memory 1 2\n", "run 1 2 3\n", "run 1 2 3 4 x\n", "sum 1 2 3 4 5\n"])
  func `a report that is cut or of another kind is none`(text: String) {
    #expect(LaunchReport(parsing: text) == nil)
  }
}
