import Testing
import UniformTypes

@Suite struct ContentAgreementTests {
  let app = TypeRegistry.standard.adding([
    UniformType("org.example.bundle", conformsTo: [.zip], filenameExtensions: ["bundle"]),
    UniformType("org.example.drawing", conformsTo: [.data], filenameExtensions: ["drawing"]),
    UniformType("org.example.photo", conformsTo: [.image], filenameExtensions: ["photo"]),
  ])

  @Test(
    arguments: [
      ("public.jpeg", true), ("public.heic", true), ("public.avif", true), ("com.adobe.pdf", true),
      ("com.apple.m4v-video", true), ("org.oasis-open.opendocument.text", true),
      ("org.example.bundle", true), ("com.apple.quicktime-movie", true), ("public.vcard", true),
      ("org.gnu.gnu-zip-tar-archive", true), ("public.aiff-audio", true),
      ("public.image", false), ("public.data", false), ("public.plain-text", false),
      ("public.json", false), ("public.html", false), ("public.mp3", false),
      ("public.tar-archive", false), ("org.openxmlformats.wordprocessingml.document", false),
      ("com.apple.property-list", false), ("org.example.drawing", false), ("org.unknown", false),
      ("public.camera-raw-image", false), ("public.svg-image", false), ("public.movie", false),
    ] as [(TypeIdentifier, Bool)])
  func `unknown bytes are proof against formats that are always signed`(
    type: TypeIdentifier, isRecognisable: Bool
  ) {
    #expect(ContentSignature.isRecognisable(type, in: app) == isRecognisable)
  }

  @Test(
    arguments: [
      ("public.jpeg", "public.image"), ("public.jpeg", "public.data"),
      ("public.jpeg", "public.jpeg"),
      ("public.heif-standard", "public.heic"), ("public.heic", "public.heif"),
      ("public.heic", "public.heics"), ("public.avif", "public.heif"),
      ("public.xml", "public.svg-image"),
      ("public.mpeg-4", "com.apple.m4a-audio"), ("com.apple.m4a-audio", "public.mpeg-4"),
      ("public.zip-archive", "org.idpf.epub-container"),
      ("public.zip-archive", "org.example.bundle"),
      ("public.zip-archive", "org.openxmlformats.wordprocessingml.document"),
      (
        "org.openxmlformats.wordprocessingml.document",
        "org.openxmlformats.wordprocessingml.document.macroenabled"
      ),
      ("public.zip-archive", "com.apple.iwork.pages.sffpages"),
      ("public.tiff", "com.adobe.raw-image"),
      ("com.adobe.pdf", "com.adobe.illustrator.ai-image"), ("public.html", "public.plain-text"),
      ("com.apple.binary-property-list", "com.apple.webarchive"),
      ("org.matroska.mkv", "org.matroska.mka"),
      ("com.apple.binary-property-list", "com.apple.property-list"),
      ("public.png", "org.example.drawing"),
      ("com.rarlab.rar-archive", "public.data"), ("com.rarlab.rar-archive", "public.archive"),
      ("org.matroska.mkv", "public.movie"), ("public.png", "org.unknown"),
      ("org.gnu.gnu-zip-archive", "public.svg-image"),
      ("public.opentype-font", "public.truetype-ttf-font"),
      ("public.jpeg", "org.example.photo"), ("public.vcard", "public.text"),
    ] as [(TypeIdentifier, TypeIdentifier)])
  func `content agrees with what it may have been declared as`(
    content: TypeIdentifier, declared: TypeIdentifier
  ) {
    #expect(ContentSignature.agrees(content, with: declared, in: app))
  }

  @Test(
    arguments: [
      ("public.jpeg", "public.heic"), ("public.heic", "public.jpeg"),
      ("public.avif", "public.heic"),
      ("com.apple.binary-property-list", "public.image"), ("public.png", "com.adobe.pdf"),
      ("com.apple.binary-property-list", "public.png"), ("public.jpeg", "public.plain-text"),
      ("public.zip-archive", "public.png"), ("public.mpeg-4", "com.apple.quicktime-movie"),
      ("public.html", "com.adobe.pdf"), ("public.html", "public.image"),
      ("public.jpeg", "public.url"),
      ("org.openxmlformats.wordprocessingml.document", "org.idpf.epub-container"),
      ("com.microsoft.windows-executable", "public.jpeg"), ("public.mp3", "public.image"),
      ("com.rarlab.rar-archive", "org.7-zip.7-zip-archive"), ("public.png", "public.mp3"),
      ("com.apple.binary-property-list", "org.example.photo"),
      ("public.zip-archive", "com.truevision.tga-image"),
      ("com.adobe.pdf", "public.folder"),
    ] as [(TypeIdentifier, TypeIdentifier)])
  func `content does not agree with a lie`(content: TypeIdentifier, declared: TypeIdentifier) {
    #expect(!ContentSignature.agrees(content, with: declared, in: app))
  }

  @Test(
    arguments: [
      ([], true), (.latin1("plain"), true), (Array("é漢👩".utf8), true),
      (Array("é漢👩".utf8.dropLast()), true),
      (Array("é漢👩".utf8.dropLast(3)), true), (Array("漢".utf8.dropLast(2)), true),
      ([0xFF, 0xFE, 0x41, 0], true),
      ([0xFE, 0xFF, 0, 0x41], true), ([0x41, 0], false), ([0xFF, 0xFE, 0, 0], false),
      ([0xC3, 0x28], false), ([0x80], false), ([0x41, 0xFF], false), ([0xED, 0xA0, 0x80], false),
      ([0xC0, 0x80], false), (Array("é漢👩".utf8.dropLast(3)) + [0x41], false), ([0xF5], false),
    ] as [([UInt8], Bool)])
  func `text is told from other bytes`(bytes: [UInt8], isText: Bool) {
    #expect(ContentSignature.looksLikeText(prefix: bytes) == isText)
  }

  @Test func `the stub of a file not yet downloaded is told by its keys`() {
    let both: [UInt8] = .latin1("bplist00\u{D3}NSURLNameKey_NSURLFileSizeKey")
    let one: [UInt8] = .latin1("bplist00\u{D3}NSURLNameKey")
    #expect(ContentSignature.isUndownloadedPlaceholder(prefix: both))
    #expect(ContentSignature.isUndownloadedPlaceholder(prefix: both, name: "photo.jpg"))
    #expect(ContentSignature.isUndownloadedPlaceholder(prefix: one, name: ".photo.jpg.icloud"))
    #expect(!ContentSignature.isUndownloadedPlaceholder(prefix: one))
    #expect(!ContentSignature.isUndownloadedPlaceholder(prefix: one, name: "photo.icloud"))
    #expect(
      !ContentSignature.isUndownloadedPlaceholder(prefix: .latin1("bplist00"), name: ".a.icloud"))
    #expect(!ContentSignature.isUndownloadedPlaceholder(prefix: Array(both.dropFirst(8))))
    #expect(!ContentSignature.isUndownloadedPlaceholder(prefix: []))
  }
}
