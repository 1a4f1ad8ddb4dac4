import Archives
import Testing

@Suite struct ArchivePathTests {
  @Test(arguments: [
    ("", "the name is empty"),
    ("/etc/passwd", "the name is absolute"),
    (#"\share"#, "the name is absolute"),
    ("a//b", "the name has an empty component"),
    ("a/", "the name has an empty component"),
    ("./a", "the name has the component ."),
    ("..", "the name has the component .."),
    ("a/../b", "the name has the component .."),
    (#"a\..\..\b"#, "the name has the component .."),
    ("a\0b", "the name has a NUL"),
    (String(repeating: "é", count: 2049), "the name has 4098 bytes, more than 4096"),
  ])
  func `a name that could harm is refused, and not repeated`(name: String, text: String) {
    let error = #expect(throws: ArchiveError.self) { _ = try ArchivePath(name) }
    #expect(error?.kind == .invalidPath)
    #expect(error?.text == text)
  }

  @Test(arguments: ["a", "a/b", "...", "..a/b..", #"a\b"#, ".hidden", "👩‍👩‍👧‍👦/é", " "])
  func `a harmless name is taken as it is`(name: String) throws {
    #expect(try ArchivePath(name).string == name)
  }

  @Test func `a name of 4096 bytes is taken`() throws {
    _ = try ArchivePath(String(repeating: "é", count: 2048))
  }

  @Test func `two ways to write a letter are two names`() throws {
    #expect(try ArchivePath("\u{e9}") != ArchivePath("e\u{301}"))
    #expect(try ArchivePath("e\u{301}") < ArchivePath("\u{e9}"))
  }
}
