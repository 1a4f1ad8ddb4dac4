import ShareContract
import Testing

struct RecordLabelTests {
  @Test(arguments: ["Photos", "Photos, Live Photo shared", "iOS 26.1", "iPhone17,1", "Grüße", "写真"])
  func `the name of an application, a system or a device is a label`(text: String) {
    #expect(RecordLabel(text)?.text == text)
  }

  @Test(arguments: [
    "", " Photos", "Photos ", "/private/var", "a\\b", "anna@example.org", "file:", "a\nb",
    "a\u{0}b",
    "a\u{202E}b", "~", "x?y", String(repeating: "a", count: 81),
  ])
  func `a path, an address or a text with marks is none`(text: String) {
    #expect(RecordLabel(text) == nil)
  }
}
