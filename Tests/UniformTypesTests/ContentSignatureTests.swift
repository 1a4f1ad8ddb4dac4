import IntakeTesting
import SharedMaterial
import Testing
import UniformTypes

@Suite struct ContentSignatureTests {
  static let corpus = SharedMaterial.table("corpus/expected.tsv")

  @Test(.enabled(if: !corpus.isEmpty, "the corpus is missing"))
  func `each file of the corpus has the expected type`() throws {
    #expect(Self.corpus.count == 53)
    for row in Self.corpus {
      let prefix = try SharedMaterial.prefix(
        of: "corpus/" + row[0], count: ContentSignature.prefixLength)
      let type = ContentSignature.identify(prefix: prefix)
      #expect(type?.rawValue == row[1], "\(row[0])")
      let expected = try #require(type)
      #expect(ContentSignature.agrees(expected, with: TypeIdentifier(row[1])))
    }
  }

  static let samples: [(TypeIdentifier, [UInt8])] = [
    ("public.tiff", .latin1("MM\0+\0\u{8}\0\0")), ("public.tiff", .latin1("II*\0\u{8}\0\0\0")),
    ("com.canon.cr2-raw-image", .latin1("II*\0\u{10}\0\0\0CR\u{2}\0")),
    (
      "com.microsoft.bmp",
      .latin1("BM") + .little(100, 4) + .little(0, 4) + .little(54, 4) + .little(40, 4)
    ),
    (
      "com.microsoft.ico",
      [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0] + .little(40, 4) + .little(22, 4)
    ),
    ("com.adobe.photoshop-large-image", .latin1("8BPS\0\u{2}")),
    ("com.adobe.encapsulated-postscript", [0xC5, 0xD0, 0xD3, 0xC6, 0x20, 0, 0, 0]),
    ("com.adobe.encapsulated-postscript", .latin1("\u{4}%!PS-Adobe-3.1 EPSF-3.0\r%%x")),
    ("com.adobe.postscript", .latin1("%!PS-Adobe-3.0\n%% EPSF")),
    ("public.heic", .brands("heix", "mif1")), ("public.heics", .brands("hevc", "msf1")),
    ("public.heif-standard", .brands("mif1", "heic")), ("public.avif", .brands("avis")),
    ("public.heic", .brands("zzzz", "yyyy", "heic")), ("public.avci", .brands("avci")),
    ("com.apple.quicktime-movie", .brands("qt  ")), ("public.mpeg-4", .brands("isom", "avc1")),
    ("com.apple.m4a-audio", .brands("M4A ", "mp42")), ("com.apple.m4v-video", .brands("M4V ")),
    ("public.3gpp", .brands("3gp5", "isom")), ("public.3gpp2", .brands("3g2a")),
    ("com.apple.quicktime-movie", .big(8, 4) + .latin1("wide") + .big(100, 4) + .latin1("mdat")),
    ("com.apple.quicktime-movie", .big(1, 4) + .latin1("mdat")),
    ("com.adobe.pdf", .latin1("junk\n%PDF-1.7\n")), ("com.adobe.pdf", .latin1("\r\n  %PDF-2.0")),
    ("com.adobe.pdf", Array(repeating: 10, count: 1019) + .latin1("%PDF-1.4")),
    ("public.zip-archive", .member("a.txt")),
    ("public.zip-archive", .latin1("PK\u{5}\u{6}\0\0\0\0")),
    ("public.zip-archive", .member("mimetype", .latin1("image/png"))),
    ("public.zip-archive", .latin1("PK\u{3}\u{4}")),
    (
      "org.idpf.epub-container", .member("mimetype", .latin1("application/epub+zip")) + .member("x")
    ),
    (
      "org.oasis-open.opendocument.spreadsheet",
      .member("mimetype", .latin1("application/vnd.oasis.opendocument.spreadsheet"))
    ),
    (
      "org.openxmlformats.wordprocessingml.document",
      .member("[Content_Types].xml", .latin1("<Types/>")) + .member("_rels/.rels", method: 8)
        + .member("word/document.xml")
    ),
    (
      "org.openxmlformats.spreadsheetml.sheet",
      .member("xl/workbook.xml") + .member("[Content_Types].xml")
    ),
    (
      "org.openxmlformats.presentationml.presentation",
      .member("[Content_Types].xml") + .member("ppt/presentation.xml")
    ),
    ("org.openxmlformats.openxml", .member("[Content_Types].xml") + .member("_rels/.rels")),
    ("public.zip-archive", .member("word/document.xml")),
    ("com.sun.java-archive", .member("META-INF/MANIFEST.MF")),
    ("org.gnu.gnu-zip-archive", [0x1F, 0x8B, 8, 0, 0, 0]),
    ("public.bzip2-archive", .latin1("BZh9") + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]),
    ("org.tukaani.xz-archive", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
    ("org.7-zip.7-zip-archive", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    ("com.rarlab.rar-archive", .latin1("Rar!\u{1A}\u{7}\u{1}\0")),
    ("public.cpio-archive", .latin1("070701" + String(repeating: "0aF", count: 40))),
    ("public.cpio-archive", .latin1("070707" + String(repeating: "07", count: 40))),
    ("public.camera-raw-image", .latin1("IIRO\u{8}\0\0\0")),
    ("public.tar-archive", Array(repeating: 0, count: 257) + .latin1("ustar\0")),
    ("public.mp3", .audioFrame + .audioFrame),
    ("public.mp3", .latin1("ID3\u{3}\0\0\0\0\u{10}\0") + Array(repeating: 0, count: 60)),
    ("org.xiph.flac", .latin1("ID3\u{4}\0\0\0\0\0\u{2}xxfLaC")),
    (
      "public.aac-audio",
      [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC, 0] + [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC]
    ),
    ("org.xiph.flac", .latin1("fLaC")), ("public.midi-audio", .latin1("MThd\0\0\0\u{6}")),
    (
      "org.xiph.opus",
      .latin1("OggS\0") + Array(repeating: 0, count: 21) + [1, 19] + .latin1("OpusHead")
    ),
    (
      "org.xiph.ogg-audio",
      .latin1("OggS\0") + Array(repeating: 0, count: 21) + .latin1("\u{1}\u{1E}\u{1}vorbis")
    ),
    (
      "org.xiph.ogv",
      .latin1("OggS\0") + Array(repeating: 0, count: 21) + .latin1("\u{1}\u{2A}\u{80}theora")
    ),
    ("com.microsoft.waveform-audio", .latin1("RIFF") + .little(36, 4) + .latin1("WAVEfmt ")),
    ("public.avi", .latin1("RIFF") + .little(36, 4) + .latin1("AVI LIST")),
    ("public.aiff-audio", .latin1("FORM") + .big(36, 4) + .latin1("AIFF")),
    ("public.aifc-audio", .latin1("FORM") + .big(36, 4) + .latin1("AIFC")),
    ("org.webmproject.webm", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84] + .latin1("webm")),
    ("org.matroska.mkv", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x88] + .latin1("matroska")),
    ("com.apple.binary-property-list", .latin1("bplist00")),
    ("com.apple.xml-property-list", .latin1("<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC>")),
    ("com.apple.xml-property-list", .latin1("<plist version=\"1.0\">")),
    ("public.html", .latin1("\n <!doctype HTML>")), ("public.html", .latin1("<HTML lang=en>")),
    ("public.html", .latin1("<!-- saved -->\n<html>")),
    ("public.xhtml", .latin1("<?xml version='1.0'?><!DOCTYPE html PUBLIC>")),
    ("public.svg-image", .latin1("<svg xmlns='x'/>")),
    (
      "public.svg-image",
      .latin1("\u{EF}\u{BB}\u{BF}<?xml version='1.0'?><!-- x --><s:svg xmlns:s='x'>")
    ),
    ("com.topografix.gpx", .latin1("<?xml version='1.0'?><gpx>")),
    ("public.xml", .latin1("<?xml version='1.0'?><note/>")),
    ("public.xml", .latin1("<?xml version='1.0'?>")),
    ("public.xml", [0xFF, 0xFE, 0x3C, 0, 0x3F, 0]), ("public.rtf", .latin1("{\\rtf1")),
    ("public.vcard", .latin1("BEGIN:VCARD\r\nVERSION:3.0")),
    ("public.vcard", .latin1("\u{EF}\u{BB}\u{BF}\nbegin:vcard\n")),
    ("com.apple.ical.ics", .latin1("BEGIN:VCALENDAR\r\n")),
    ("public.truetype-ttf-font", [0, 1, 0, 0, 0, 12, 0, 128, 0, 3, 0, 64] + .latin1("GDEF")),
    ("public.opentype-font", .latin1("OTTO\0\u{C}")),
    (
      "public.mpeg-2-transport-stream",
      Array((0..<4).map { _ in [0x47] + Array(repeating: 0xFF, count: 187) }.joined())
    ),
    ("public.mpeg", [0, 0, 1, 0xBA, 0x44]), ("public.jpeg-xl", [0xFF, 0x0A, 0]),
  ]

  @Test(arguments: samples)
  func `a signature tells the type`(type: TypeIdentifier, bytes: [UInt8]) {
    #expect(ContentSignature.identify(prefix: bytes) == type)
    #expect(TypeRegistry.standard.type(type) != nil)
    // What lies beyond the prefix does not count.
    let long = bytes + Array(repeating: 0x20, count: 2 * ContentSignature.prefixLength)
    #expect(ContentSignature.identify(prefix: long) == type)
  }

  @Test(arguments: [
    "", "Hello", "a", "BM", "BMW builds cars since 1916, and motor bikes.", "P4 5 6", "MZ",
    "RIFF is a format", "We describe %PDF-1.4 headers here", "%PDF is\n%PDF-x", "<", "<note>",
    "<!--",
    "<svgx>", "<htmlish", "{\"a\": 1}", "BEGIN:VCARDS\n", "BEGIN:VCARD", "PKzip is old", "GIF88a",
    "ID3 tags are old", "OggX", "The free ticket", "IIRS and IIRO", "070701 calls", "070707",
    String(repeating: "G" + String(repeating: "a", count: 187), count: 5), "FORM of address",
    "<plist", "II*", "bplis",
    "SQLite format 3\0", "wOFF\0\u{1}", "\u{7F}ELF\u{2}\u{1}",
    "\u{D0}\u{CF}\u{11}\u{E0}\u{A1}\u{B1}",
    "(\u{B5}/\u{FD}", "\0\0\0\0", "\u{FF}\u{FB}\u{90}\u{C4}", "\0\0\u{2}\0\u{1}\0",
  ])
  func `text, weak beginnings and foreign formats are unknown`(text: String) {
    #expect(ContentSignature.identify(prefix: .latin1(text)) == nil)
  }

  @Test func `one frame of MP3 counts only if the content ends with it`() {
    #expect(ContentSignature.identify(prefix: .audioFrame) == nil)
    #expect(ContentSignature.identify(prefix: .audioFrame, totalSize: 417) == .mp3)
    #expect(ContentSignature.identify(prefix: .audioFrame, totalSize: 418) == nil)
    #expect(ContentSignature.identify(prefix: .audioFrame + [0xFF, 0xF1, 0x50, 0x80]) == nil)
  }

  @Test func `an icon that would be larger than the content is none`() {
    let icon =
      [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0] + [UInt8].little(40, 4) + .little(22, 4)
    #expect(ContentSignature.identify(prefix: icon, totalSize: 62) == "com.microsoft.ico")
    #expect(ContentSignature.identify(prefix: icon, totalSize: 61) == nil)
  }

  @Test func `a PDF header behind the first 1,024 bytes does not count`() {
    let late = [UInt8](repeating: 10, count: 1024) + .latin1("%PDF-1.4")
    #expect(ContentSignature.identify(prefix: late) == nil)
  }

  @Test func `each beginning of each sample, and damaged ones, are read without a crash`() {
    var random = SeededGenerator(seed: 3)
    var known = 0
    for (_, bytes) in Self.samples {
      for length in 0..<min(bytes.count, 64) {
        _ = ContentSignature.identify(prefix: Array(bytes[..<length]))
      }
      for _ in 0..<60 {
        let damaged = random.mutate(bytes)
        if ContentSignature.identify(prefix: damaged, totalSize: damaged.count) != nil {
          known += 1
        }
        _ = ContentSignature.looksLikeText(prefix: damaged)
        _ = ContentSignature.isUndownloadedPlaceholder(prefix: damaged)
      }
    }
    #expect(known > 1_000)
  }
}
