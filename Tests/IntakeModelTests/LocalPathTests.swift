import IntakeModel
import Testing

struct `A local path` {
  @Test(arguments: [
    ("/a/b/photo.jpg", "photo.jpg"), ("/a/b/", "b"), ("name", "name"), ("/", ""), ("", ""),
    ("a//b", "b"), ("..", ".."),
  ])
  func `shows its last component`(path: String, name: String) {
    #expect(LocalPath(path).lastComponent == name)
    #expect(LocalPath(path).description == path)
  }

  @Test func `holds bytes that are not UTF-8`() {
    let path = LocalPath(bytes: [0x2F, 0x61, 0xFF, 0x62])
    #expect(path.bytes == [0x2F, 0x61, 0xFF, 0x62])
    #expect(path.lastComponent == "a\u{FFFD}b")
    #expect(path != LocalPath(path.description))
    let passed = path.withCString { text in (0..<5).map { UInt8(bitPattern: text[$0]) } }
    #expect(passed == [0x2F, 0x61, 0xFF, 0x62, 0])
  }

  @Test(arguments: ["\0", "/etc\0/passwd", "file\0"])
  func `is not handed to the system with a zero in it`(path: String) {
    #expect(LocalPath(path).withCString { _ in true } == nil)
  }
}
