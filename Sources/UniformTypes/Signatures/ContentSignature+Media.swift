extension ContentSignature {
  /// Containers for sound and moving images.
  static func media(_ bytes: BytePrefix) -> TypeIdentifier? {
    if bytes.has("ftyp", at: 4) { return isoMedia(bytes) }
    switch bytes[0] {
    case UInt8(ascii: "R"): return riff(bytes)
    case UInt8(ascii: "F") where bytes.has("FORM"):
      if bytes.has("AIFF", at: 8) { return "public.aiff-audio" }
      return bytes.has("AIFC", at: 8) ? "public.aifc-audio" : nil
    case UInt8(ascii: "O") where bytes.has("OggS\0"): return ogg(bytes)
    case 0x1A where bytes.has([0x1A, 0x45, 0xDF, 0xA3]): return matroska(bytes)
    default: break
    }
    if isClassicQuickTime(bytes) { return .quickTimeMovie }
    return transportStream(bytes)
  }

  /// A file of boxes that begins with its brands: the main one decides if it is known, else the
  /// first known one among the others.
  private static func isoMedia(_ bytes: BytePrefix) -> TypeIdentifier? {
    guard let size = bytes.bigEndian(4, at: 0), size >= 12 else { return nil }
    if let type = type(brandAt: 8, in: bytes) { return type }
    // Between the main brand and the others lies its version.
    for place in stride(from: 16, to: min(size, bytes.count) - 3, by: 4) {
      if let type = type(brandAt: place, in: bytes) { return type }
    }
    return nil
  }

  private static func type(brandAt place: Int, in bytes: BytePrefix) -> TypeIdentifier? {
    switch bytes.text(place..<place + 4) {
    case "heic", "heix", "heim", "heis": .heic
    case "hevc", "hevx", "hevm", "hevs": "public.heics"
    case "mif1", "mif2", "msf1": .heif
    case "avif", "avis": "public.avif"
    case "avci": "public.avci"
    case "avcs": "public.avcs"
    case "crx ": "com.canon.cr3-raw-image"
    case "qt  ": .quickTimeMovie
    case "M4A ": "com.apple.m4a-audio"
    case "M4B ": "public.mpeg-4-audio"
    case "M4P ": "com.apple.protected-mpeg-4-audio"
    case "M4V ", "M4VH", "M4VP": "com.apple.m4v-video"
    case "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42",
      "mp71", "avc1", "mmp4", "MSNV", "dash", "cmfc", "cmf2", "NDSC", "NDSH", "NDSM", "NDSP":
      .mpeg4
    case let brand where brand.hasPrefix("3g2"): "public.3gpp2"
    case let brand where brand.hasPrefix("3g"): "public.3gpp"
    default: nil
    }
  }

  /// A movie from before brands: it begins with another box of a plausible size.
  private static func isClassicQuickTime(_ bytes: BytePrefix) -> Bool {
    guard let size = bytes.bigEndian(4, at: 0) else { return false }
    if bytes.has("mdat", at: 4) { return size < 0x0900_0000 }
    let names: [StaticString] = ["moov", "wide", "free", "skip", "pnot"]
    // The first byte is 0, which no text begins with.
    return 8..<0x0100_0000 ~= size && names.contains { bytes.has($0, at: 4) }
  }

  private static func riff(_ bytes: BytePrefix) -> TypeIdentifier? {
    guard bytes.has("RIFF") || bytes.has("RF64") || bytes.has("RIFX") else { return nil }
    if bytes.has("WAVE", at: 8) { return "com.microsoft.waveform-audio" }
    if bytes.has("WEBP", at: 8) { return .webP }
    if bytes.has("AVI ", at: 8) { return "public.avi" }
    return bytes.has("sfbk", at: 8) ? "com.soundblaster.soundfont" : nil
  }

  /// An Ogg file, by the first packet of its first stream.
  private static func ogg(_ bytes: BytePrefix) -> TypeIdentifier {
    let packet = 27 + Int(bytes[26] ?? 0)
    if bytes.has("OpusHead", at: packet) { return "org.xiph.opus" }
    if bytes.has([0x80] + "theora".utf8, at: packet) || bytes.has("fishead\0", at: packet) {
      return "org.xiph.ogv"
    }
    return "org.xiph.ogg-audio"
  }

  /// A Matroska file, by the document type in its header.
  private static func matroska(_ bytes: BytePrefix) -> TypeIdentifier? {
    guard let element = (4..<64).first(where: { bytes.has([0x42, 0x82], at: $0) }) else {
      return nil
    }
    if bytes.has("webm", at: element + 3) { return "org.webmproject.webm" }
    return bytes.has("matroska", at: element + 3) ? "org.matroska.mkv" : nil
  }

  /// Packets of 188 bytes, alone or with a time stamp of 4 bytes before each.
  private static func transportStream(_ bytes: BytePrefix) -> TypeIdentifier? {
    // The letter G, which could stand there in text as well; but no packet is text.
    let sync: UInt8 = 0x47
    guard bytes[0] == sync || bytes[4] == sync else { return nil }
    guard !looksLikeText(prefix: UnsafeRawBufferPointer(rebasing: bytes.bytes.prefix(192))) else {
      return nil
    }
    if (0..<4).allSatisfy({ bytes[188 * $0] == sync }) { return "public.mpeg-2-transport-stream" }
    if (0..<4).allSatisfy({ bytes[192 * $0 + 4] == sync }) {
      return "public.avchd-mpeg-2-transport-stream"
    }
    return nil
  }
}
