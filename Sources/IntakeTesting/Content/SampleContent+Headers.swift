import UniformTypes

extension SampleContent {
  /// The beginnings of formats, up to where nothing else is like them.
  static let headers: [TypeIdentifier: [UInt8]] = {
    var headers: [TypeIdentifier: [UInt8]] = [:]
    for table in [images, media, isoMedia, documents, archives, zipDocuments, programs] {
      headers.merge(table) { first, _ in first }
    }
    return headers
  }()

  private static let images: [TypeIdentifier: [UInt8]] = [
    "com.adobe.photoshop-image": ascii("8BPS\0\u{1}"),
    "com.adobe.photoshop-large-image": ascii("8BPS\0\u{2}"),
    // The size of the second header, which tells it from text that begins with BM.
    "com.microsoft.bmp": ascii("BM") + zeros(12) + [40, 0, 0, 0],
    "com.apple.icns": ascii("icns\0"),
    "com.ilm.openexr-image": [0x76, 0x2F, 0x31, 0x01],
    "public.radiance": ascii("#?RADIANCE\n"),
    "public.jpeg-2000": [0, 0, 0, 0x0C] + ascii("jP  \r\n") + [0x87, 0x0A],
    "public.jpeg-xl": [0, 0, 0, 0x0C] + ascii("JXL \r\n") + [0x87, 0x0A],
    "com.canon.cr2-raw-image": ascii("II*\0") + [0x10, 0, 0, 0] + ascii("CR\u{2}\0"),
    "com.fuji.raw-image": ascii("FUJIFILMCCD-RAW "),
    "public.camera-raw-image": ascii("IIRO\u{8}\0\0\0"),
    "com.microsoft.dds": ascii("DDS \u{7C}\0\0\0"),
    "org.khronos.ktx": [0xAB] + ascii("KTX 11") + [0xBB],
    "org.nema.dicom": zeros(128) + ascii("DICM"),
  ]

  private static let media: [TypeIdentifier: [UInt8]] = [
    "org.xiph.flac": ascii("fLaC"),
    "public.midi-audio": ascii("MThd\0\0\0\u{6}"),
    "com.apple.coreaudio-format": ascii("caff\0\u{1}\0\0"),
    "public.au-audio": ascii(".snd\0\0\0\u{18}"),
    "org.3gpp.adaptive-multi-rate-audio": ascii("#!AMR\n"),
    "com.adobe.flash.video": ascii("FLV\u{1}"),
    "com.microsoft.advanced-systems-format": [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11],
    "com.real.realmedia": ascii(".RMF\0"),
    "public.mpeg": [0, 0, 1, 0xBA],
    "org.smpte.mxf": [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01],
    "com.microsoft.waveform-audio": ascii("RIFF") + zeros(4) + ascii("WAVEfmt "),
    "public.avi": ascii("RIFF") + zeros(4) + ascii("AVI LIST"),
    "com.soundblaster.soundfont": ascii("RIFF") + zeros(4) + ascii("sfbkLIST"),
    "public.aiff-audio": ascii("FORM") + zeros(4) + ascii("AIFF"),
    "public.aifc-audio": ascii("FORM") + zeros(4) + ascii("AIFC"),
    // One segment in the first page, so that its packet follows 28 bytes.
    "org.xiph.ogg-audio": ascii("OggS\0\u{2}") + zeros(20) + [1, 30] + ascii("\u{1}vorbis"),
    "org.xiph.opus": ascii("OggS\0\u{2}") + zeros(20) + [1, 19] + ascii("OpusHead"),
    "org.xiph.ogv": ascii("OggS\0\u{2}") + zeros(20) + [1, 42, 0x80] + ascii("theora"),
    "org.matroska.mkv": [0x1A, 0x45, 0xDF, 0xA3, 0x93, 0x42, 0x82, 0x88] + ascii("matroska"),
    "org.webmproject.webm": [0x1A, 0x45, 0xDF, 0xA3, 0x8F, 0x42, 0x82, 0x84] + ascii("webm"),
    // Two frames each, since one frame header proves nothing.
    "public.mp2": [0xFF, 0xFD, 0x10, 0] + zeros(100) + [0xFF, 0xFD, 0x10, 0],
    "public.aac-audio": advancedFrame + zeros(9) + advancedFrame,
    "public.mpeg-2-transport-stream": packets(of: 188, timeStamp: []),
    "public.avchd-mpeg-2-transport-stream": packets(of: 192, timeStamp: zeros(4)),
  ]

  /// An ADTS header of a frame of 16 bytes at 44,100 Hz.
  private static let advancedFrame: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC]

  private static func packets(of size: Int, timeStamp: [UInt8]) -> [UInt8] {
    let packet = timeStamp + [0x47, 0x40, 0, 0x10]
    return Array(repeatElement(packet + zeros(size - packet.count), count: 4).joined())
  }

  /// Files of boxes, by their main brand.
  private static let isoMedia: [TypeIdentifier: [UInt8]] = [
    "public.heics": "hevc", .heif: "mif1", "public.avci": "avci", "public.avcs": "avcs",
    "com.canon.cr3-raw-image": "crx ", "com.apple.m4a-audio": "M4A ",
    "public.mpeg-4-audio": "M4B ", "com.apple.protected-mpeg-4-audio": "M4P ",
    "com.apple.m4v-video": "M4V ", "public.3gpp": "3gp4", "public.3gpp2": "3g2a",
  ].mapValues { brand in
    [0, 0, 0, 20] + ascii("ftyp\(brand)\0\0\0\0\(brand)") + zeros(4) + ascii("mdat")
  }

  private static let documents: [TypeIdentifier: [UInt8]] = [
    "com.adobe.postscript": ascii("%!PS-Adobe-3.0\n"),
    "com.adobe.encapsulated-postscript": ascii("%!PS-Adobe-3.0 EPSF-3.0\n"),
    "public.opentype-font": ascii("OTTO\0\u{4}"),
    "public.truetype-collection-font": ascii("ttcf\0\u{1}\0\0"),
    "public.truetype-ttf-font": [0, 1, 0, 0, 0, 10] + zeros(6) + ascii("cmap"),
  ]

  private static let archives: [TypeIdentifier: [UInt8]] = [
    "public.bzip2-archive": ascii("BZh9") + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
    "org.tukaani.xz-archive": [0xFD] + ascii("7zXZ\0"),
    "org.7-zip.7-zip-archive": ascii("7z") + [0xBC, 0xAF, 0x27, 0x1C],
    "com.rarlab.rar-archive": ascii("Rar!\u{1A}\u{7}\u{1}\0"),
    "com.apple.xar-archive": ascii("xar!\0\u{1C}"),
    "com.microsoft.cab": ascii("MSCF\0\0\0\0"),
    "com.microsoft.chm-archive": ascii("ITSF\u{3}\0\0\0"),
    "com.redhat.rpm-archive": [0xED, 0xAB, 0xEE, 0xDB],
    "org.debian.deb-archive": ascii("!<arch>\ndebian-binary   "),
    "public.z-archive": [0x1F, 0x9D, 0x90],
    "public.cpio-archive": ascii("070701" + String(repeating: "0", count: 104)),
    "public.tar-archive": ascii("file") + zeros(253) + ascii("ustar\0" + "00"),
  ]

  /// Documents that are zip archives, by their first members.
  private static let zipDocuments: [TypeIdentifier: [UInt8]] = {
    var documents: [TypeIdentifier: [UInt8]] = [
      "com.sun.java-archive": member("META-INF/MANIFEST.MF"),
      "vnd.android.package-archive": member("AndroidManifest.xml"),
      "com.apple.itunes.ipa": member("Payload/"),
    ]
    let offices: [(TypeIdentifier, String)] = [
      ("org.openxmlformats.openxml", "other/part.xml"),
      ("org.openxmlformats.wordprocessingml.document", "word/document.xml"),
      ("org.openxmlformats.spreadsheetml.sheet", "xl/workbook.xml"),
      ("org.openxmlformats.presentationml.presentation", "ppt/presentation.xml"),
    ]
    for (type, part) in offices {
      documents[type] = member("[Content_Types].xml") + member(part)
    }
    let openDocument = "application/vnd.oasis.opendocument."
    let kinds: [(TypeIdentifier, String)] = [
      (.epub, "application/epub+zip"),
      ("org.oasis-open.opendocument.text", openDocument + "text"),
      ("org.oasis-open.opendocument.spreadsheet", openDocument + "spreadsheet"),
      ("org.oasis-open.opendocument.presentation", openDocument + "presentation"),
    ]
    for (type, mimeType) in kinds { documents[type] = member("mimetype", content: mimeType) }
    return documents
  }()

  /// A stored member of a zip archive.
  private static func member(_ name: String, content: String = "") -> [UInt8] {
    func number(_ value: Int, _ length: Int) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = number(content.utf8.count, 4)
    let fixed = ascii("PK\u{3}\u{4}") + [20, 0] + zeros(12) + size + size
    return fixed + number(name.utf8.count, 2) + zeros(2) + ascii(name + content)
  }

  private static let programs: [TypeIdentifier: [UInt8]] = [
    "com.apple.mach-o-binary": [0xCF, 0xFA, 0xED, 0xFE],
    "com.sun.java-class": [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61],
    "com.microsoft.windows-executable": portableExecutable(flags: 0x02),
    "com.microsoft.windows-dynamic-link-library": portableExecutable(flags: 0x20),
  ]

  /// - Parameter flags: The upper byte of the characteristics.
  private static func portableExecutable(flags: UInt8) -> [UInt8] {
    let old = ascii("MZ") + zeros(58) + [64, 0, 0, 0]
    return old + ascii("PE\0\0") + zeros(18) + [0, flags]
  }
}

private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
