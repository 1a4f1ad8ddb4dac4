import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// Owners in different containers of Linux, where the numbers of processes say nothing (P8).
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: TestProgram.path != nil, "this program cannot be started again"))
struct ProcessNamespaceTests {
  private static let writing = "INTAKE_NAMESPACE_WRITES"
  private static let opening = "INTAKE_NAMESPACE_OPENS"

  private static let unshare = ["--pid", "--fork", "--mount-proc", "--kill-child", "--"]

  /// Whether this user may start a process with numbers of its own.
  private static let canUnshare = {
    guard let child = try? ChildProcess("unshare", unshare + ["true"]) else { return false }
    return child.waitBlocking().status == .exited(0)
  }()

  /// Starts a test of this program as the first process of a new namespace.
  private func start(_ test: String, _ variable: String, _ path: String) throws -> ChildProcess {
    try ChildProcess(
      "unshare",
      Self.unshare + [try #require(TestProgram.path)]
        + TestProgram.arguments(running: "ProcessNamespaceTests.*\(test)"),
      environment: .adding([variable: path]), input: .pipe)
  }

  /// A container that completes nothing, and cannot undo it either.
  private static func openUnfinished(_ path: String) async throws -> SharedContainer {
    let container = try await SharedContainer.open(
      at: path,
      storeFaults: { call in
        if call == .remove { throw IntakeError(.writeFailed, at: .retention, "as a test wants it") }
      },
      catalogFaults: { call in
        if call == .markStored {
          throw IntakeError(.catalogFailed, at: .commit, "as a test wants it")
        }
      })
    let photos = (0..<3).map { Attachment.shared(.jpeg(bytes: 500, seed: UInt64($0))) }
    _ = try await IntakePipeline(into: container).ingest(photos)
    return container
  }

  @Test(.enabled(if: canUnshare, "needs the right to make a namespace of processes"))
  func `work in another namespace is left alone while its owner lives, and recovered afterwards`()
    async throws
  {
    try await withHandoff { fixture in
      let writer = try start("leaves three unfinished", Self.writing, fixture.path)
      try await writer.waitForOutput("as process 1")
      let beside = try await fixture.reopen()
      #expect(beside.recovery.isClean)
      #expect(try await Inbox(beside).sweep(by: RetentionRule()).recovery.isClean)
      #expect(try fixture.copies().count == 3)
      await beside.close()

      writer.kill()
      _ = try await writer.wait()
      let after = try await fixture.reopen()
      #expect(after.recovery.deadOwners == 1)
      #expect(after.recovery.unfinished == 3)
      #expect(try fixture.copies().isEmpty)
      await after.close()
    }
  }

  @Test(.enabled(if: canUnshare, "needs the right to make a namespace of processes"))
  func `work outside is left alone by a process in a namespace of its own`() async throws {
    try await withHandoff { fixture in
      let writer = try await Self.openUnfinished(fixture.path)
      #expect(try fixture.copies().count == 3)
      let inside = try start("opens and sweeps", Self.opening, fixture.path)
      try await inside.waitForOutput("found it clean: true")
      inside.closeInput()
      #expect(try await inside.wait().status == .exited(0))
      #expect(try fixture.copies().count == 3)

      writer.die()
      let other = try start("opens and sweeps", Self.opening, fixture.path)
      try await other.waitForOutput("found it clean: false")
      other.closeInput()
      _ = try await other.wait()
      #expect(try fixture.copies().isEmpty)
    }
  }

  @Test(.enabled(if: TestProgram.variable(writing) != nil, "a part of a test above"))
  func `leaves three unfinished, and waits for its end`() async throws {
    let container = try await Self.openUnfinished(
      try #require(TestProgram.variable(Self.writing)))
    TestProgram.write(line: "as process \(TestProgram.processID)")
    TestProgram.waitForEndOfInput()
    withExtendedLifetime(container) {}
  }

  @Test(.enabled(if: TestProgram.variable(opening) != nil, "a part of a test above"))
  func `opens and sweeps, and waits for its end`() async throws {
    let container = try await SharedContainer.open(
      at: try #require(TestProgram.variable(Self.opening)))
    let report = try await Inbox(container).sweep(by: RetentionRule())
    let isClean = container.recovery.isClean && report.recovery.isClean
    TestProgram.write(line: "found it clean: \(isClean)")
    TestProgram.waitForEndOfInput()
    await container.close()
  }
}
