import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// A reader in a process of its own, which is killed.
@Suite(.timeLimit(.minutes(5))) struct KilledReaderTests {
  private static let variable = "INTAKE_READER_CONTAINER"
  private static let container = TestProgram.variable(variable)

  @Test(.enabled(if: TestProgram.path != nil, "this program cannot be started again"))
  func `the lease of a killed process returns, and that of a live one does not`() async throws {
    let program = try #require(TestProgram.path)
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let reader = try ChildProcess(
        program, TestProgram.arguments(running: "KilledReaderTests.*waits for its end"),
        environment: .adding([Self.variable: fixture.path]), input: .pipe)
      try await reader.waitForOutput("has taken \(id)")
      #expect(await failureCode { _ = try await fixture.inbox.take(id) } == .alreadyTaken)
      let beside = try await fixture.reopen()
      #expect(beside.recovery.isClean)
      await beside.close()

      reader.kill()
      #expect(try await reader.wait().status == .signalled(9))
      #expect(try await fixture.inbox.take()?.id == id)
      let after = try await fixture.reopen()
      #expect(after.recovery.leases == 0)
      await after.close()
    }
  }

  @Test(.enabled(if: container != nil, "a part of the test above"))
  func `takes one, and waits for its end`() async throws {
    let container = try await SharedContainer.open(at: try #require(Self.container))
    let taken = try #require(try await Inbox(container).take())
    TestProgram.write(line: "has taken \(taken.id)")
    TestProgram.waitForEndOfInput()
    withExtendedLifetime(container) {}
  }
}
