import AttachmentIntake
import Testing

@Suite struct ExtensionCompletionTests {
  @Test
  func `outcomes that come before the view has appeared are told when it has`() {
    var completion = ExtensionCompletion()
    #expect(completion.complete(after: []) == nil)
    #expect(completion.viewDidAppear() == .completed)
  }

  @Test
  func `outcomes that come after the view has appeared are told at once`() {
    var completion = ExtensionCompletion()
    #expect(completion.viewDidAppear() == nil)
    #expect(completion.complete(after: []) == .completed)
  }

  @Test
  func `the host is told once, whatever comes after`() {
    var completion = ExtensionCompletion()
    _ = completion.viewDidAppear()
    #expect(completion.cancel() == .cancelled)
    #expect(completion.complete(after: []) == nil)
    #expect(completion.cancel() == nil)
    // A view appears again when what it presented goes.
    #expect(completion.viewDidAppear() == nil)
  }

  @Test
  func `the first ending counts`() {
    var completion = ExtensionCompletion()
    #expect(completion.cancel() == nil)
    #expect(completion.complete(after: []) == nil)
    #expect(completion.viewDidAppear() == .cancelled)
  }
}
