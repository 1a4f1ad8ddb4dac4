import IntakeModel
import Testing

struct `A stored name` {
  static let id = "0190163d-8694-739b-aea5-966c26f8ad91"

  @Test(arguments: [nil, "jpg", "7z", "m4a", "abcdefghijklmnop"])
  func `is written and read back`(filenameExtension: String?) throws {
    let id = try #require(AttachmentID(Self.id))
    let name = StoredName(id: id, filenameExtension: filenameExtension)
    #expect(name.description == Self.id + (filenameExtension.map { ".\($0)" } ?? ""))
    #expect(StoredName(name.description) == name)
    #expect(StoredName(name.description)?.filenameExtension == filenameExtension)
  }

  @Test func `has a lowercase extension`() throws {
    let id = try #require(AttachmentID(Self.id))
    #expect(StoredName(id: id, filenameExtension: "JPG").description == Self.id + ".jpg")
  }

  @Test(arguments: [
    "", ".", "..", "/", "a/b", "../x", "tar.gz", "a b", "a\0", "\0", "jpg\n", "-", "_", "é", "ｊｐｇ",
    "\u{212A}", "abcdefghijklmnopq", "a\u{301}", "\u{202E}gpj", "😀", "%2e", "a:b", "a\\b",
  ])
  func `leaves out an extension that is not plain`(filenameExtension: String) throws {
    let id = try #require(AttachmentID(Self.id))
    let name = StoredName(id: id, filenameExtension: filenameExtension)
    #expect(name.filenameExtension == nil)
    #expect(name.description == Self.id)
  }

  @Test(arguments: [
    "", ".", "..", "/", ".jpg", id + ".", id + "..", id + "..jpg", id + ".JPG", id + ".jpg.gz",
    id + "/", id + "/..", id + ".jpg/", id + ".a/b", id + "\0", id + ".jpg\0", id + ".jpg ",
    " " + id, id.uppercased(), id.uppercased() + ".jpg", "./" + id, "../" + id, "\0" + id,
    id + ".abcdefghijklmnopq", id + ".jp\u{301}g", id + "jpg", id + ".jp-g", ".name.icloud",
    "owner-" + id, id + ".\u{212A}",
  ])
  func `is not read from anything else`(text: String) {
    #expect(StoredName(text) == nil)
  }

  @Test func `holds nothing that a path could mean, whatever the extension`() throws {
    let id = try #require(AttachmentID(Self.id))
    for scalar in (0...0x2FF).compactMap(UnicodeScalar.init) {
      let name = StoredName(id: id, filenameExtension: "a\(scalar)").description
      #expect(
        name.utf8.allSatisfy { byte in
          byte == 0x2D || byte == 0x2E || (0x30...0x39).contains(byte)
            || (0x61...0x7A).contains(byte)
        })
      #expect(StoredName(name)?.description == name)
    }
  }
}
