import IntakeTesting
import Testing
import intake

struct ShellWordTests {
  @Test(arguments: [
    ("/srv/intake", "'make --at /srv/intake'"), ("a b", "make --at 'a b'"),
    ("it's", #"make --at 'it'\''s'"#), ("$HOME", "make --at '$HOME'"), ("", "make --at ''"),
  ])
  func `a command is set apart, and its word in quotation marks where it needs some`(
    _ word: String, _ shown: String
  ) {
    #expect(ShellWord.command("make --at", word) == shown)
  }

  @Test(arguments: ["a b", "it's", "$HOME `id` \\", "*", "~", "a\nb", "", "Grüße; rm"])
  func `a shell reads a quoted word as it was`(_ word: String) async throws {
    let shell = try ChildProcess("sh", ["-c", "printf %s \(ShellWord.quoted(word))"])
    #expect(try await shell.wait().output == word)
  }
}
