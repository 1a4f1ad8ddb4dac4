// Images.
extension SampleContent {
  /// A JPEG image of `count` bytes: a JFIF header first, the end marker last.
  public static func jpeg(bytes count: Int, seed: UInt64 = 0) -> Self {
    let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]
    let density: [UInt8] = [1, 1, 0, 0, 1, 0, 1, 0, 0]
    return Self(
      count, seed: seed, header: start + ascii("JFIF\0") + density, trailer: [0xFF, 0xD9])
  }

  /// A PNG image of `count` bytes: the header of one pixel first, the closing chunk last.
  public static func png(bytes count: Int, seed: UInt64 = 0) -> Self {
    // One white pixel's header with its checksum, and the closing chunk with its own.
    let signature: [UInt8] = [0x89] + ascii("PNG\r\n") + [0x1A, 0x0A]
    let header: [UInt8] = [0, 0, 0, 13] + ascii("IHDR") + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]
    let end: [UInt8] = [0, 0, 0, 0] + ascii("IEND") + [0xAE, 0x42, 0x60, 0x82]
    return Self(
      count, seed: seed, header: signature + header + [0x90, 0x77, 0x53, 0xDE], trailer: end)
  }

  /// A GIF image of `count` bytes: the header of one pixel first, the trailer last.
  public static func gif(bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(
      count, seed: seed, header: ascii("GIF89a") + [1, 0, 1, 0, 0, 0, 0],
      trailer: [UInt8(ascii: ";")])
  }

  /// An HEIC image of `count` bytes: the type box of brand `heic`, and a data box that reaches to the end.
  public static func heic(bytes count: Int, seed: UInt64 = 0) -> Self {
    media(count, seed: seed, brand: "heic", compatible: ["mif1", "heic"])
  }

  /// An AVIF image of `count` bytes: the type box of brand `avif`, and a data box that reaches to the end.
  public static func avif(bytes count: Int, seed: UInt64 = 0) -> Self {
    media(count, seed: seed, brand: "avif", compatible: ["mif1", "avif"])
  }

  /// A WebP image of `count` bytes: a RIFF header with that size, and a lossy chunk.
  public static func webP(bytes count: Int, seed: UInt64 = 0) -> Self {
    let size = (0..<4).map { UInt8(truncatingIfNeeded: max(0, count - 8) >> (8 * $0)) }
    return Self(count, seed: seed, header: ascii("RIFF") + size + ascii("WEBPVP8 "))
  }

  /// A TIFF image of `count` bytes: a little-endian header.
  public static func tiff(bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(count, seed: seed, header: ascii("II*\0") + [8, 0, 0, 0])
  }

  /// An icon of one entry, which reaches to the end.
  public static func icon(bytes count: Int, seed: UInt64 = 0) -> Self {
    let size = (0..<4).map { UInt8(truncatingIfNeeded: max(1, count - 22) >> (8 * $0)) }
    let entry: [UInt8] = [16, 16, 0, 0, 1, 0, 32, 0] + size + [22, 0, 0, 0]
    return Self(count, seed: seed, header: [0, 0, 1, 0, 1, 0] + entry)
  }

  /// An SVG image of `count` bytes: one element, with the filling in a comment.
  public static func svg(bytes count: Int, seed: UInt64 = 0) -> Self {
    let start = #"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><!-- "#
    return Self(
      count, seed: seed, header: ascii(start), trailer: ascii(" --></svg>\n"), filling: .text)
  }
}

// Film and sound.
extension SampleContent {
  /// An MPEG-4 film of `count` bytes: the type box of brand `isom`, and a data box that reaches to the end.
  public static func mp4(bytes count: Int, seed: UInt64 = 0) -> Self {
    media(count, seed: seed, brand: "isom", compatible: ["isom", "mp42"])
  }

  /// A QuickTime film of `count` bytes: the type box of brand `qt`, and a data box that reaches to the end.
  public static func quickTime(bytes count: Int, seed: UInt64 = 0) -> Self {
    media(count, seed: seed, brand: "qt  ", compatible: ["qt  "])
  }

  /// An MP3 of `count` bytes: an empty ID3 tag, and the header of one frame.
  public static func mp3(bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(count, seed: seed, header: ascii("ID3") + [4, 0, 0, 0, 0, 0, 0, 0xFF, 0xFB, 0x90, 0x64])
  }

  /// The ISO base media format: a type box, and a data box of size zero, which reaches to the end.
  private static func media(
    _ count: Int, seed: UInt64, brand: String, compatible: [String]
  ) -> Self {
    let size = UInt8(16 + 4 * compatible.count)
    let types = ascii("ftyp" + brand) + [0, 0, 0, 0] + ascii(compatible.joined())
    return Self(
      count, seed: seed, header: [0, 0, 0, size] + types + [0, 0, 0, 0] + ascii("mdat"))
  }
}

// Documents.
extension SampleContent {
  /// A PDF of `count` bytes: the header of version 1.7 first, the end-of-file marker last.
  public static func pdf(bytes count: Int, seed: UInt64 = 0) -> Self {
    let binaryMark: [UInt8] = [UInt8(ascii: "%"), 0xE2, 0xE3, 0xCF, 0xD3, UInt8(ascii: "\n")]
    return Self(
      count, seed: seed, header: ascii("%PDF-1.7\n") + binaryMark,
      trailer: ascii("\nstartxref\n0\n%%EOF\n"))
  }

  /// Begins with the header of a stored member and ends with that of the directory.
  public static func zip(bytes count: Int, seed: UInt64 = 0) -> Self {
    let member = ascii("PK") + [3, 4, 20] + [UInt8](repeating: 0, count: 25)
    let end = ascii("PK") + [5, 6] + [UInt8](repeating: 0, count: 18)
    return Self(count, seed: seed, header: member, trailer: end)
  }

  /// A gzip file of `count` bytes: the header of a deflated member.
  public static func gzip(bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(count, seed: seed, header: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
  }

  /// A binary property list, as comes where a screenshot was promised.
  public static func binaryPropertyList(bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(count, seed: seed, header: ascii("bplist00"))
  }

  /// An XML property list of `count` bytes: one element, with the filling in a comment.
  public static func xmlPropertyList(bytes count: Int, seed: UInt64 = 0) -> Self {
    xml(root: "plist", bytes: count, seed: seed)
  }

  /// The stub of a file that is not downloaded: a binary property list of 175 bytes with its usual keys.
  public static var undownloadedStub: Self {
    let keys = ["NSURLNameKey", "NSURLFileSizeKey", "NSURLFileResourceTypeKey"]
    return Self(175, seed: 0, header: ascii("bplist00" + keys.joined(separator: "\u{5F}\u{10}")))
  }

  /// Plain text of `count` bytes: lowercase letters and spaces, in lines of 64 characters.
  public static func text(bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(count, seed: seed, header: [], filling: .text)
  }

  /// An address in one line, filled up to its size.
  public static func link(to address: String, bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(count, seed: seed, header: ascii(address), filling: .word)
  }

  /// XML whose first element has this name.
  public static func xml(root: String, bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(
      count, seed: seed, header: ascii("<?xml version=\"1.0\"?>\n<\(root)><!-- "),
      trailer: ascii(" --></\(root)>\n"), filling: .text)
  }

  /// RTF of `count` bytes: one group of text.
  public static func rtf(bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(count, seed: seed, header: ascii("{\\rtf1\\ansi "), trailer: ascii("}"), filling: .text)
  }

  /// An HTML page of `count` bytes: text in its body.
  public static func html(bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(
      count, seed: seed, header: ascii("<!DOCTYPE html>\n<html><body>\n"),
      trailer: ascii("</body></html>\n"), filling: .text)
  }

  /// A JSON object of `count` bytes in its outline: one string, which its line breaks make invalid.
  public static func json(bytes count: Int, seed: UInt64 = 0) -> Self {
    // One string without its line breaks would need another filling; this is only a beginning of JSON.
    Self(count, seed: seed, header: ascii("{\"text\": \""), trailer: ascii("\"}\n"), filling: .text)
  }

  /// A vCard of `count` bytes, version 3.0, with a note as the filling.
  public static func vCard(bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(
      count, seed: seed, header: ascii("BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:"),
      trailer: ascii("\r\nEND:VCARD\r\n"), filling: .text)
  }

  /// A calendar with one event.
  public static func calendar(bytes count: Int, seed: UInt64 = 0) -> Self {
    Self(
      count, seed: seed,
      header: ascii("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDESCRIPTION:"),
      trailer: ascii("\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"), filling: .text)
  }

  /// Bytes of no known format.
  public static func unknown(bytes count: Int, seed: UInt64 = 0) -> Self {
    // No format begins with this byte, which is none of UTF-8 either.
    Self(count, seed: seed, header: [0xF8, 0x81, 0x00])
  }

  /// No bytes at all.
  public static let empty = Self([])
}

private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
