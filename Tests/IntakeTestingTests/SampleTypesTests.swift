import IntakeTesting
import Testing
import UniformTypes

struct `Sample content of a type` {
  /// What is told by its first bytes, each by its own name.
  static let told: [TypeIdentifier] = [
    // Images.
    "public.jpeg", "public.png", "com.compuserve.gif", "public.tiff", "org.webmproject.webp",
    "public.heic", "public.heics", "public.heif-standard", "public.avif", "public.avci",
    "public.avcs", "com.adobe.photoshop-image", "com.adobe.photoshop-large-image",
    "com.microsoft.bmp", "com.microsoft.ico", "com.apple.icns", "com.ilm.openexr-image",
    "public.radiance", "public.jpeg-2000", "public.jpeg-xl", "com.canon.cr2-raw-image",
    "com.canon.cr3-raw-image", "com.fuji.raw-image", "public.camera-raw-image",
    "com.microsoft.dds", "org.khronos.ktx", "org.nema.dicom", "public.svg-image",
    // Film and sound.
    "com.apple.quicktime-movie", "public.mpeg-4", "com.apple.m4v-video", "public.3gpp",
    "public.3gpp2", "public.avi", "org.webmproject.webm", "org.matroska.mkv", "org.xiph.ogv",
    "public.mpeg", "com.adobe.flash.video", "com.microsoft.advanced-systems-format",
    "com.real.realmedia", "org.smpte.mxf", "public.mpeg-2-transport-stream",
    "public.avchd-mpeg-2-transport-stream", "com.apple.m4a-audio", "public.mpeg-4-audio",
    "com.apple.protected-mpeg-4-audio", "public.mp3", "public.mp2", "public.aac-audio",
    "org.xiph.ogg-audio", "org.xiph.opus", "org.xiph.flac", "com.microsoft.waveform-audio",
    "public.aiff-audio", "public.aifc-audio", "public.midi-audio", "public.au-audio",
    "com.apple.coreaudio-format", "com.soundblaster.soundfont",
    "org.3gpp.adaptive-multi-rate-audio",
    // Documents.
    "com.adobe.pdf", "com.adobe.postscript", "com.adobe.encapsulated-postscript", "public.rtf",
    "public.vcard", "com.apple.ical.ics", "com.apple.binary-property-list",
    "com.apple.xml-property-list", "public.html", "public.xhtml", "public.xml",
    "com.topografix.gpx", "public.opentype-font", "public.truetype-ttf-font",
    "public.truetype-collection-font", "org.idpf.epub-container",
    "org.oasis-open.opendocument.text", "org.oasis-open.opendocument.spreadsheet",
    "org.oasis-open.opendocument.presentation", "org.openxmlformats.openxml",
    "org.openxmlformats.wordprocessingml.document", "org.openxmlformats.spreadsheetml.sheet",
    "org.openxmlformats.presentationml.presentation",
    // Archives and programs.
    "public.zip-archive", "com.sun.java-archive", "vnd.android.package-archive",
    "com.apple.itunes.ipa", "org.gnu.gnu-zip-archive", "public.bzip2-archive",
    "org.tukaani.xz-archive", "org.7-zip.7-zip-archive", "com.rarlab.rar-archive",
    "com.apple.xar-archive", "com.microsoft.cab", "com.microsoft.chm-archive",
    "com.redhat.rpm-archive", "org.debian.deb-archive", "public.z-archive", "public.cpio-archive",
    "public.tar-archive", "com.apple.mach-o-binary", "com.sun.java-class",
    "com.microsoft.windows-executable", "com.microsoft.windows-dynamic-link-library",
  ]

  /// What shares its bytes with another type, and is told as that one.
  static let shared: [(type: TypeIdentifier, told: TypeIdentifier)] = [
    ("com.apple.ical.vcs", "com.apple.ical.ics"), ("org.matroska.mka", "org.matroska.mkv"),
    ("com.apple.pkpass", "public.zip-archive"), ("com.pkware.zip-archive", "public.zip-archive"),
    ("org.gnu.gnu-zip-tar-archive", "org.gnu.gnu-zip-archive"),
    ("public.tar-bzip2-archive", "public.bzip2-archive"),
    ("com.microsoft.excel.sheet.binary.macroenabled", "public.zip-archive"),
    ("org.oasis-open.opendocument", "org.oasis-open.opendocument.text"),
    ("com.apple.property-list", "com.apple.binary-property-list"),
    ("public.heif", "public.heif-standard"),
    ("public.image", "public.jpeg"), ("public.movie", "com.apple.quicktime-movie"),
    ("public.video", "public.mpeg-4"), ("public.audio", "com.apple.m4a-audio"),
    ("public.archive", "public.zip-archive"), ("public.font", "public.truetype-ttf-font"),
    // Dynamic, and resolved by its extension.
    (DynamicType(tags: [.filenameExtension("jpg")]).identifier, "public.jpeg"),
  ]

  /// What sources offer, and no bytes tell.
  static let untold: [TypeIdentifier] = [
    "public.plain-text", "public.text", "public.json", "public.url", "public.file-url",
    "public.data", "public.item", "public.content", "com.apple.mapkit.map-item",
    "com.apple.private.auto-loop-gif", "com.apple.live-photo", "public.folder",
    "com.example.unheard-of", "dyn.age8u", "public.comma-separated-values-text",
  ]

  @Test(arguments: told)
  func `is told to be of that type`(type: TypeIdentifier) {
    for size in [800, 4096, 10_001] {
      let content = SampleContent.of(type, bytes: size, seed: 7)
      #expect(content.count == size)
      #expect(ContentSignature.identify(prefix: content.bytes) == type, "of \(size) bytes")
      #expect(ContentSignature.identify(prefix: content.bytes, totalSize: size) == type)
    }
  }

  @Test(arguments: shared.indices)
  func `is told to be of the type that has the same bytes`(index: Int) {
    let (type, told) = Self.shared[index]
    let content = SampleContent.of(type, bytes: 5000)
    #expect(ContentSignature.identify(prefix: content.bytes) == told, "\(type)")
    let resolved = TypeRegistry.standard.resolve(type)
    #expect(ContentSignature.agrees(told, with: resolved) || type == "com.apple.pkpass", "\(type)")
  }

  @Test(arguments: untold)
  func `tells nothing where the type has no signature`(type: TypeIdentifier) {
    let bytes = SampleContent.of(type, bytes: 5000).bytes
    #expect(ContentSignature.identify(prefix: bytes) == nil)
    let isText =
      TypeRegistry.standard.conforms(type, to: .text)
      || TypeRegistry.standard.conforms(type, to: .url)
    #expect(ContentSignature.looksLikeText(prefix: bytes) == isText)
  }

  @Test func `has a signature wherever the type always has one`() {
    // All that conforms to one of these is recognisable too.
    for type in Self.told + Self.shared.map(\.type) + Self.untold {
      let content = SampleContent.of(type, bytes: 5000)
      let told = ContentSignature.identify(prefix: content.bytes)
      let resolved = TypeRegistry.standard.resolve(type)
      if ContentSignature.isRecognisable(resolved) { #expect(told != nil, "\(type)") }
      if let told, type != "com.apple.pkpass" {
        #expect(ContentSignature.agrees(told, with: resolved), "\(type) is taken for \(told)")
      }
    }
  }

  @Test func `follows what an app declares`() {
    let album = UniformType("com.example.album", conformsTo: ["public.zip-archive"])
    let registry = TypeRegistry.standard.adding([album])
    let content = SampleContent.of("com.example.album", bytes: 1000, in: registry)
    #expect(ContentSignature.identify(prefix: content.bytes) == "public.zip-archive")
    #expect(
      ContentSignature.identify(
        prefix: SampleContent.of("com.example.album", bytes: 1000).bytes) == nil)
  }

  @Test func `of a stub is one that says so`() {
    let stub = SampleContent.undownloadedStub.bytes
    #expect(ContentSignature.isUndownloadedPlaceholder(prefix: stub))
    #expect(
      !ContentSignature.isUndownloadedPlaceholder(
        prefix: SampleContent.binaryPropertyList(bytes: 175).bytes))
  }

  @Test func `ends as its format does where it is sparse`() {
    #expect(SampleContent.pdf(bytes: 9000).sparse().bytes.suffix(6) == Array("%%EOF\n".utf8)[...])
  }

  @Test(arguments: ["com.adobe.pdf", "public.png", "public.plain-text", "public.mpeg-4"])
  func `takes no more than a few blocks of the disk where it is sparse`(
    type: TypeIdentifier
  ) throws {
    try withTemporaryFolder { folder in
      let content = SampleContent.of(type, bytes: 3 << 30, seed: 3).sparse()
      let path = try folder.write(content, to: "file")
      let space = try FileSpace(at: path)
      #expect(space.size == 3 << 30)
      #expect(space.allocated <= 64 << 10)
      let full = SampleContent.of(type, bytes: 50_000, seed: 3)
      let small = full.sparse()
      try folder.write(small, to: "small")
      #expect(try folder.read("small") == small.bytes)
      #expect(small.bytes.prefix(4096) == full.bytes.prefix(4096))
      #expect(small.bytes[4096..<49_900].allSatisfy { $0 == 0 })
      #expect(small.chunks(of: 777).flatMap { $0 } == small.bytes)
    }
  }
}
