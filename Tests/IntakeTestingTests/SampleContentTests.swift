import IntakeModel
import IntakeTesting
import Testing

struct `Sample content` {
  typealias Make = @Sendable (_ bytes: Int, _ seed: UInt64) -> SampleContent

  static let formats: [(name: String, start: [UInt8], make: Make)] = [
    ("jpeg", [0xFF, 0xD8, 0xFF], { .jpeg(bytes: $0, seed: $1) }),
    ("png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], { .png(bytes: $0, seed: $1) }),
    ("gif", Array("GIF89a".utf8), { .gif(bytes: $0, seed: $1) }),
    ("heic", [0, 0, 0, 24] + Array("ftypheic".utf8), { .heic(bytes: $0, seed: $1) }),
    ("avif", [0, 0, 0, 24] + Array("ftypavif".utf8), { .avif(bytes: $0, seed: $1) }),
    ("tiff", Array("II*\0".utf8), { .tiff(bytes: $0, seed: $1) }),
    ("webp", Array("RIFF".utf8), { .webP(bytes: $0, seed: $1) }),
    ("svg", Array("<?xml".utf8), { .svg(bytes: $0, seed: $1) }),
    ("mp4", [0, 0, 0, 24] + Array("ftypisom".utf8), { .mp4(bytes: $0, seed: $1) }),
    ("mov", [0, 0, 0, 20] + Array("ftypqt  ".utf8), { .quickTime(bytes: $0, seed: $1) }),
    ("mp3", Array("ID3".utf8), { .mp3(bytes: $0, seed: $1) }),
    ("pdf", Array("%PDF-".utf8), { .pdf(bytes: $0, seed: $1) }),
    ("zip", [0x50, 0x4B, 3, 4], { .zip(bytes: $0, seed: $1) }),
    ("gzip", [0x1F, 0x8B], { .gzip(bytes: $0, seed: $1) }),
    ("plist", Array("bplist00".utf8), { .binaryPropertyList(bytes: $0, seed: $1) }),
    ("text", [], { .text(bytes: $0, seed: $1) }),
    ("html", Array("<!DOCTYPE html>".utf8), { .html(bytes: $0, seed: $1) }),
    ("json", Array("{".utf8), { .json(bytes: $0, seed: $1) }),
    ("vcf", Array("BEGIN:VCARD\r\n".utf8), { .vCard(bytes: $0, seed: $1) }),
    ("unknown", [0xF8], { .unknown(bytes: $0, seed: $1) }),
  ]

  @Test(arguments: formats.indices)
  func `begins as its format does, has its size, and repeats`(index: Int) {
    let format = Self.formats[index]
    for size in [0, 1, 7, 40, 100, 4096, 10_001] {
      let bytes = format.make(size, 1).bytes
      #expect(bytes.count == size, "\(format.name)")
      #expect(bytes.starts(with: format.start.prefix(size)), "\(format.name)")
      #expect(format.make(size, 1).bytes == bytes, "\(format.name)")
    }
    #expect(format.make(4096, 1).bytes != format.make(4096, 2).bytes, "\(format.name)")
  }

  @Test(arguments: [1, 7, 8, 64, 1000, 1 << 20])
  func `reads the same in chunks of any size`(size: Int) {
    let content = SampleContent.png(bytes: 5003, seed: 9)
    #expect(content.chunks(of: size).flatMap { $0 } == content.bytes)
    #expect(content.chunks(of: size).allSatisfy { !$0.isEmpty && $0.count <= size })
  }

  @Test func `reads the same from any place`() {
    let content = SampleContent.text(bytes: 300, seed: 3)
    let whole = content.bytes
    for start in 0..<300 {
      #expect(content.bytes(in: start..<(start + 20)) == Array(whole[start...].prefix(20)))
    }
  }

  @Test func `of text is ASCII in lines`() {
    let bytes = SampleContent.text(bytes: 1000).bytes
    #expect(bytes.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    #expect(bytes.count { $0 == 0x0A } == 15)
  }

  @Test func `ends as its format does`() {
    #expect(SampleContent.jpeg(bytes: 100).bytes.suffix(2) == [0xFF, 0xD9])
    #expect(SampleContent.pdf(bytes: 100).bytes.suffix(6) == Array("%%EOF\n".utf8)[...])
  }

  @Test func `of a terabyte costs nothing until it is read`() {
    let content = SampleContent.mp4(bytes: 1 << 40)
    #expect(content.bytes(in: (1 << 39)..<(1 << 39 + 3)).count == 3)
    #expect(content.size.bytes == 1 << 40)
  }

  @Test func `can be exact bytes`() {
    #expect(SampleContent([1, 2, 3]).bytes == [1, 2, 3])
    #expect(SampleContent.empty.bytes == [])
    #expect(SampleContent.undownloadedStub.count == 175)
  }

  @Test func `a seeded generator repeats`() {
    var first = SeededGenerator(seed: 42)
    var second = SeededGenerator(seed: 42)
    var other = SeededGenerator(seed: 43)
    let numbers = (0..<4).map { _ in first.next() }
    #expect(numbers == (0..<4).map { _ in second.next() })
    #expect(numbers != (0..<4).map { _ in other.next() })
    // The published first number of SplitMix64 for the seed zero.
    var zero = SeededGenerator(seed: 0)
    #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
  }
}
