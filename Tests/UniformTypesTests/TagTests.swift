import Testing
import UniformTypes

@Suite struct TagTests {
  let registry = TypeRegistry.standard

  @Test(
    arguments: [
      ("jpg", "public.jpeg"), ("JPG", "public.jpeg"), (".jpeg", "public.jpeg"),
      ("HEIC", "public.heic"), ("mov", "com.apple.quicktime-movie"), ("mp4", "public.mpeg-4"),
      ("plist", "com.apple.property-list"), ("xml", "public.xml"), ("otf", "public.opentype-font"),
      ("pages", "com.apple.iwork.pages.sffpages"), ("pkpass", "com.apple.pkpass-data"),
      ("gbproj", "com.apple.garageband.project"), ("pvt", "com.apple.live-photo-bundle"),
      ("smf", "public.midi-audio"), ("pkg", "com.apple.installer-package-archive"),
    ] as [(String, TypeIdentifier)])
  func `the best type for a filename extension`(text: String, type: TypeIdentifier) {
    #expect(registry.type(filenameExtension: text) == type)
    #expect(registry.types(filenameExtension: text).first == type)
  }

  @Test(arguments: [
    "", ".", "a/b", "/", "jp\0g", "\0", String(repeating: "x", count: 300),
    String(repeating: "é", count: 128),
  ])
  func `what cannot be a filename extension is plain data`(text: String) {
    #expect(registry.type(filenameExtension: text) == .data)
    #expect(registry.types(filenameExtension: text).isEmpty)
  }

  @Test(arguments: [
    "cfg", "tar.gz", "..", ".jpg.", "\u{202E}gpj", "صورة", "é", "%23", " jpg",
    String(repeating: "x", count: 255), "a:b=c,d\\e?f", "\u{1B}[2J",
  ])
  func `an extension that nobody declares gets a dynamic identifier that is data`(text: String)
    throws
  {
    let type = registry.type(filenameExtension: text)
    #expect(type.isDynamic)
    #expect(registry.types(filenameExtension: text).isEmpty)
    #expect(registry.conforms(type, to: .data))
    #expect(registry.conforms(type, to: .item))
    #expect(!registry.conforms(type, to: .image))
    let dynamic = try #require(DynamicType(decoding: type))
    #expect(registry.type(filenameExtension: "." + dynamic.tags[0].value) == type)
  }

  @Test(
    arguments: [
      ("image/jpeg", "public.jpeg"), ("IMAGE/JPEG", "public.jpeg"), (" image/jpg ", "public.jpeg"),
      ("text/plain; charset=utf-8", "public.plain-text"), ("text/plain;", "public.plain-text"),
      ("text/html ;x=\"a;b\"", "public.html"), ("application/octet-stream", "public.data"),
      ("application/vnd.ms-powerpoint", "com.microsoft.powerpoint.ppt"),
      (
        "application/vnd.ms-excel.sheet.macroenabled.12",
        "org.openxmlformats.spreadsheetml.sheet.macroenabled"
      ),
    ] as [(String, TypeIdentifier)])
  func `the best type for a MIME type`(text: String, type: TypeIdentifier) {
    #expect(registry.type(mimeType: text) == type)
  }

  @Test(arguments: [
    "", ";", " ", "image", "image/jpeg,image/png", "image/ jpeg", "image/jpeg\0", "image/صورة",
    String(repeating: "x", count: 300),
  ])
  func `a MIME type that nobody declares has no type`(text: String) {
    #expect(registry.type(mimeType: text) == nil)
    #expect(registry.types(mimeType: text).isEmpty)
  }

  @Test(
    arguments: [
      ("public.jpeg", "jpeg", "image/jpeg"), ("public.heif-standard", "heif", "image/heif"),
      ("com.apple.protected-mpeg-4-video", "m4v", "video/x-m4v"), ("public.image", nil, nil),
      ("public.data", nil, "application/octet-stream"), ("public.folder", nil, nil),
      ("public.camera-raw-image", nil, nil), ("org.example.unknown", nil, nil),
      ("dyn.ah62d4rv4ge80g3xh", "cfg", nil), ("dyn.age8u", nil, nil),
      ("com.apple.property-list", "plist", nil),
      ("org.khronos.glsl.fragment-shader", "fs", "text/plain"),
    ] as [(TypeIdentifier, String?, String?)])
  func `a type without tags of its own takes those of its nearest ancestor`(
    type: TypeIdentifier, filenameExtension: String?, mimeType: String?
  ) {
    #expect(registry.preferredFilenameExtension(for: type) == filenameExtension)
    #expect(registry.preferredMIMEType(for: type) == mimeType)
  }

  @Test(arguments: [
    "../../x", "a/b", "a\0", "..", ".x", "x.", "صورة", "a b", "\u{202E}x", "%2e", "\n",
  ])
  func `an extension that could harm a file name is never preferred`(text: String) {
    let dynamic = DynamicType(conformsTo: [.data], tags: [.filenameExtension(text)]).identifier
    #expect(registry.preferredFilenameExtension(for: dynamic) == nil)
    let declared = registry.adding([
      UniformType("org.example.note", conformsTo: ["public.plain-text"], filenameExtensions: [text])
    ])
    #expect(declared.preferredFilenameExtension(for: "org.example.note") == "txt")
  }
}
