import DeviceRecords
import IntakeTesting
import Testing

/// One log, written by several processes, which are killed.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: TestProgram.path != nil, "this program cannot be started again"))
struct SharedLogTests {
  private static let variable = "INTAKE_RECORDS"
  private static let log = TestProgram.variable(variable)

  private func writer(
    _ path: String, limits: ChildProcess.Limits = .init()
  ) throws -> ChildProcess {
    try ChildProcess(
      try #require(TestProgram.path),
      [
        "--testing-library", "swift-testing", "--filter", "SharedLogTests.*adds until it is killed",
      ],
      environment: .adding([Self.variable: path]), limits: limits)
  }

  @Test(.enabled(if: log != nil, "a part of the tests below"))
  func `adds until it is killed`() throws {
    TestProgram.ignoreFileSizeSignal()
    let log = try Self.makeLog(at: try #require(Self.log))
    for number in 1... {
      do {
        try log.add(.sample(number))
        if number % 25 == 0 { TestProgram.write(line: "added \(number)") }
      } catch {
        TestProgram.write(line: "failed")
        return
      }
    }
  }

  private static func makeLog(at path: String) throws -> ShareRecordLog {
    var limits = ShareRecordLog.Limits()
    limits.size = .kibibytes(64)
    limits.files = 4
    return try ShareRecordLog(at: path, limits: limits)
  }

  @Test
  func `processes that are killed while they write cut at most their last lines, within limits`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "records")
      let log = try Self.makeLog(at: path)
      try log.turnOn()
      for round in 1...4 {
        let writers = try (0..<3).map { _ in try writer(path) }
        for writer in writers { try await writer.waitForOutput("added \(round * 50)\n") }
        for writer in writers { writer.kill() }
        for writer in writers { #expect(try await writer.wait().status == .signalled(9)) }
        let export = try log.export(to: folder.path(of: "export.jsonl"))
        // The system may end a write between two pages.
        #expect(export.dropped <= round * writers.count)
        #expect(export.records > 50)
        // A record for each process beyond the limit, until the next is added.
        #expect(export.size.bytes <= (64 << 10) + 3 * 500)
        // Files that two make at the same instant go with the next.
        try log.add(.sample(round))
        #expect(try folder.list("records").count <= 4)
      }
    }
  }

  @Test
  func `a line that the system cut in the middle spoils no other`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "records")
      let log = try Self.makeLog(at: path)
      try log.turnOn()
      // The limit falls into a line, as a full disk does.
      let writer = try writer(path, limits: .init(fileSize: .kibibytes(2)))
      try await writer.waitForOutput("failed\n")
      _ = try await writer.wait()
      let before = try log.export(to: folder.path(of: "export.jsonl"))
      #expect(before.records > 1)
      #expect(before.dropped == 1)
      try log.add(.sample(7))
      let after = try log.export(to: folder.path(of: "export.jsonl"))
      #expect(after.records == before.records + 1)
      #expect(
        try ShareRecordFile(reading: folder.read("export.jsonl")).records.last?.recordedAt == 7)
    }
  }
}
