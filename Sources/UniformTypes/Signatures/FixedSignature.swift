/// Bytes at the very beginning that prove a type by themselves.
struct FixedSignature {
  let bytes: [UInt8]
  let type: TypeIdentifier

  var first: UInt8 { bytes[0] }

  init(_ bytes: [UInt8], _ type: TypeIdentifier) {
    self.bytes = bytes
    self.type = type
  }

  init(_ text: String, _ type: TypeIdentifier) {
    self.init(Array(text.utf8), type)
  }
}

extension ContentSignature {
  /// At least three bytes each: some of them are no text, or together they begin no prose.
  static let fixedSignatures: [FixedSignature] = [
    // Images.
    FixedSignature([0xFF, 0xD8, 0xFF], .jpeg),
    FixedSignature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    FixedSignature("GIF87a", .gif),
    FixedSignature("GIF89a", .gif),
    FixedSignature("8BPS\0\u{1}", "com.adobe.photoshop-image"),
    FixedSignature("8BPS\0\u{2}", "com.adobe.photoshop-large-image"),
    FixedSignature("IIRO\u{8}\0\0\0", "public.camera-raw-image"),
    FixedSignature("IIRS\u{8}\0\0\0", "public.camera-raw-image"),
    FixedSignature("IIU\0", "public.camera-raw-image"),
    FixedSignature("FUJIFILMCCD-RAW", "com.fuji.raw-image"),
    FixedSignature([0x76, 0x2F, 0x31, 0x01], "com.ilm.openexr-image"),
    FixedSignature("#?RADIANCE\n", "public.radiance"),
    FixedSignature(
      [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], "public.jpeg-2000"),
    FixedSignature([0xFF, 0x4F, 0xFF, 0x51], "public.jpeg-2000"),
    FixedSignature(
      [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], "public.jpeg-xl"),
    FixedSignature("icns\0", "com.apple.icns"),
    FixedSignature("DDS \u{7C}\0\0\0", "com.microsoft.dds"),
    FixedSignature([0xAB, 0x4B, 0x54, 0x58, 0x20], "org.khronos.ktx"),

    // Sound and moving images.
    FixedSignature("fLaC", "org.xiph.flac"),
    FixedSignature("MThd\0\0\0\u{6}", "public.midi-audio"),
    FixedSignature("caff\0\u{1}", "com.apple.coreaudio-format"),
    FixedSignature(".snd\0", "public.au-audio"),
    FixedSignature("#!AMR\n", "org.3gpp.adaptive-multi-rate-audio"),
    FixedSignature("FLV\u{1}", "com.adobe.flash.video"),
    FixedSignature(
      [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], "com.microsoft.advanced-systems-format"),
    FixedSignature(".RMF\0", "com.real.realmedia"),
    FixedSignature([0, 0, 1, 0xBA], "public.mpeg"),
    FixedSignature([0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01], "org.smpte.mxf"),

    // Documents.
    FixedSignature("%PDF-", .pdf),
    FixedSignature([0xC5, 0xD0, 0xD3, 0xC6], "com.adobe.encapsulated-postscript"),
    FixedSignature("{\\rtf", .rtf),
    FixedSignature("bplist0", "com.apple.binary-property-list"),
    FixedSignature("OTTO\0", "public.opentype-font"),
    FixedSignature("ttcf\0", "public.truetype-collection-font"),
    FixedSignature("true\0", "public.truetype-ttf-font"),

    // Archives.
    FixedSignature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "org.tukaani.xz-archive"),
    FixedSignature([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "org.7-zip.7-zip-archive"),
    FixedSignature("Rar!\u{1A}\u{7}", "com.rarlab.rar-archive"),
    FixedSignature("xar!\0", "com.apple.xar-archive"),
    FixedSignature("MSCF\0\0\0\0", "com.microsoft.cab"),
    FixedSignature("ITSF\u{3}\0\0\0", "com.microsoft.chm-archive"),
    FixedSignature([0xED, 0xAB, 0xEE, 0xDB], "com.redhat.rpm-archive"),
    FixedSignature("!<arch>\ndebian-binary", "org.debian.deb-archive"),

    // Programs.
    FixedSignature([0xFE, 0xED, 0xFA, 0xCE], "com.apple.mach-o-binary"),
    FixedSignature([0xFE, 0xED, 0xFA, 0xCF], "com.apple.mach-o-binary"),
    FixedSignature([0xCE, 0xFA, 0xED, 0xFE], "com.apple.mach-o-binary"),
    FixedSignature([0xCF, 0xFA, 0xED, 0xFE], "com.apple.mach-o-binary"),
  ]
}
