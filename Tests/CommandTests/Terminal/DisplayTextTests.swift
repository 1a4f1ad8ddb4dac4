import JSONSyntax
import Testing
import intake

struct DisplayTextTests {
  @Test(arguments: [
    ("photo.jpg", "photo.jpg"), ("a\nb\r\tc", #"a\nb\r\tc"#), ("\u{1B}[31mred", #"\x1B[31mred"#),
    ("photo\u{202E}gpj.exe", #"photo\u{202E}gpj.exe"#),
    ("\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#),
    (#"a\nb"#, #"a\\nb"#), ("\u{7F}\u{9B}", #"\x7F\u{009B}"#), ("a\u{2028}b", #"a\u{2028}b"#),
    ("\u{FEFF}x\u{200B}", #"\u{FEFF}x\u{200B}"#), ("Grüße 漢字 👩‍👩‍👧", "Grüße 漢字 👩‍👩‍👧"),
    ("\u{0}", #"\x00"#),
  ])
  func `what a terminal would act on is escaped`(_ text: String, _ shown: String) {
    #expect(DisplayText.escaped(text) == shown)
    #expect(DisplayText.escaped(Array(text.utf8)) == shown)
  }

  @Test(arguments: [
    ([0x61, 0xFF], #"a\xFF"#), ([0xC3, 0x28], #"\xC3("#), ([0xC3, 0xA9, 0x80], #"é\x80"#),
    ([0xED, 0xA0, 0x80], #"\xED\xA0\x80"#), ([0xF0, 0x9F, 0x98], #"\xF0\x9F\x98"#),
    ([], ""),
  ])
  func `bytes that are not UTF-8 are shown as bytes`(_ bytes: [UInt8], _ shown: String) {
    #expect(DisplayText.escaped(bytes) == shown)
  }

  @Test func `no text forges a line, a column or a color`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let bytes = (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }
      let shown = DisplayText.escaped(bytes)
      #expect(!shown.unicodeScalars.contains { $0.needsEscape })
      #expect(DisplayText.safe(shown) == shown)
    }
  }

  @Test(arguments: [
    ("abc", 3), ("漢字", 4), ("e\u{301}", 1), ("👍", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤\u{FE0F}", 2),
    ("ｆｕｌｌ", 8), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("", 0), ("…", 1), ("𠮷", 2), ("é", 1),
  ])
  func `the width is that of a terminal`(_ text: String, _ width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test(arguments: [
    ("IMG_2024_08_20.jpeg", 12, "IMG_20….jpeg"), ("short", 12, "short"), ("漢字漢字漢字", 7, "漢字…字"),
    ("abc", 1, "…"), ("abc", 0, ""), ("abcdef", 5, "ab…ef"),
  ])
  func `a long name loses its middle`(_ text: String, _ width: Int, _ shown: String) {
    #expect(DisplayText.shortened(text, to: width) == shown)
    #expect(DisplayWidth.of(shown) <= width)
  }
}
