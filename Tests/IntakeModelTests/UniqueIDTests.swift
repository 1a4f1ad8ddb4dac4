import IntakeModel
import Testing

struct `A unique identifier` {
  static let text = "0190163d-8694-739b-aea5-966c26f8ad91"
  static let bytes: [UInt8] = [
    0x01, 0x90, 0x16, 0x3D, 0x86, 0x94, 0x73, 0x9B, 0xAE, 0xA5, 0x96, 0x6C, 0x26, 0xF8, 0xAD, 0x91,
  ]

  @Test func `is written and read as text and as bytes`() throws {
    let id = try #require(AttachmentID(bytes: Self.bytes))
    #expect(id.description == Self.text)
    #expect(AttachmentID(Self.text) == id)
    #expect(AttachmentID(Self.text.uppercased()) == id)
    #expect(id.bytes == Self.bytes)
  }

  @Test(arguments: [
    "", "0190163d8694739baea5966c26f8ad91", "{\(text)}", text + "0", String(text.dropLast()),
    "0190163d-8694-739b-aea5-966c26f8ad9g", "0190163d+8694-739b-aea5-966c26f8ad91",
    "0190163d-8694-739b-aea5_966c26f8ad91", "-0190163d8694-739b-aea5-966c26f8ad91", " " + text,
    "0190163d-8694-739b-aea5-966c26f8ad9\0", "../../../../../../etc/passwd/../../..",
    "0190163d-8694-739b-aea5-966c26f8adé", "urn:uuid:\(text)",
  ])
  func `is not read from anything else`(text: String) {
    #expect(AttachmentID(text) == nil)
  }

  @Test(arguments: [0, 1, 15, 17, 32])
  func `has sixteen bytes`(count: Int) {
    #expect(AttachmentID(bytes: [UInt8](repeating: 7, count: count)) == nil)
  }

  @Test(arguments: [0, 1, 1_700_000_000_000, 0xFFFF_FFFF_FFFF, 0x1_0000_0000_0000, -1])
  func `begins with the time and says its version`(milliseconds: Int64) {
    for _ in 0..<100 {
      let bytes = AttachmentID(milliseconds: milliseconds).bytes
      let time = bytes.prefix(6).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      #expect(time == UInt64(bitPattern: milliseconds) & 0xFFFF_FFFF_FFFF)
      #expect(bytes[6] >> 4 == 7)
      #expect(bytes[8] >> 6 == 0b10)
    }
  }

  @Test func `is new each time, in all of its random bits`() {
    let ids = (0..<2000).map { _ in AttachmentID(milliseconds: 1) }
    #expect(Set(ids).count == ids.count)
    let ones = ids.reduce(into: [UInt8](repeating: 0, count: 16)) { ones, id in
      for (index, byte) in id.bytes.enumerated() { ones[index] |= byte }
    }
    #expect(ones[6...] == [0x7F, 0xFF, 0xBF, 255, 255, 255, 255, 255, 255, 255])
  }

  @Test func `is ordered by time, and as its text is`() throws {
    let ids = (0..<100).map { AttachmentID(milliseconds: 1_700_000_000_000 + $0) }
    #expect(ids == ids.sorted())
    #expect(ids.map(\.description) == ids.map(\.description).sorted())
    let low = try #require(AttachmentID("00000000-0000-0000-ffff-ffffffffffff"))
    let high = try #require(AttachmentID("00000000-0000-0001-0000-000000000000"))
    #expect(low < high)
    #expect(!(high < low))
    #expect(!(low < low))
  }
}
