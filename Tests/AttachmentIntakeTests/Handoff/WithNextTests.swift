import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct WithNextTests {
  struct Refused: Error {}

  @Test
  func `what a reader used is removed`() async throws {
    try await withHandoff { fixture in
      let stored = try await fixture.storePhoto()
      let id = try await fixture.inbox.withNext { $0.attachment.id }
      #expect(id == stored.id)
      #expect(try fixture.copies().isEmpty)
      #expect(try await fixture.inbox.withNext { _ in } == nil)
    }
  }

  @Test
  func `what a reader failed to use is available again`() async throws {
    try await withHandoff { fixture in
      let stored = try await fixture.storePhoto()
      await #expect(throws: Refused.self) {
        try await fixture.inbox.withNext { _ in throw Refused() }
      }
      #expect(try await fixture.inbox.entry(stored.id).state == .available)
    }
  }

  @Test
  func `a copy that is kept is finished and stays`() async throws {
    try await withHandoff { fixture in
      let stored = try await fixture.storePhoto()
      _ = try await fixture.inbox.withNext(keepsCopy: true) { _ in }
      #expect(try await fixture.inbox.entry(stored.id).state == .finished)
    }
  }

  @Test
  func `a rule with a limit keeps what was read until the limit is reached`() {
    #expect(RetentionRule().afterReading)
    #expect(!RetentionRule(age: .seconds(7 * 24 * 3600)).afterReading)
    #expect(!RetentionRule(count: 10).afterReading)
    #expect(RetentionRule(afterReading: true, count: 10).afterReading)
  }
}
