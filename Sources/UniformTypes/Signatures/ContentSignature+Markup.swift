extension ContentSignature {
  /// HTML and XML, by the name of the first element.
  ///
  /// Without an XML declaration only well-known names count, since any text can begin with "<".
  static func markup(_ bytes: BytePrefix) -> TypeIdentifier? {
    // XML in UTF-16 with a byte order mark.
    if bytes.has([0xFF, 0xFE, 0x3C, 0, 0x3F, 0]) || bytes.has([0xFE, 0xFF, 0, 0x3C, 0, 0x3F]) {
      return .xml
    }
    let start = bytes.textStart
    guard bytes[start] == UInt8(ascii: "<") else { return nil }
    let isXML = bytes.has("<?xml", at: start) && (bytes.isSpace(start + 5))
    switch rootName(bytes, from: start) {
    case "svg": return .svg
    case "plist": return "com.apple.xml-property-list"
    case "html": return isXML ? "public.xhtml" : .html
    case "head", "body": return isXML ? .xml : .html
    case "gpx": return isXML ? "com.topografix.gpx" : nil
    default: return isXML ? .xml : nil
    }
  }

  /// The name of the first element or document type in lower case, without its prefix; `nil` if it
  /// lies beyond the bytes.
  private static func rootName(_ bytes: BytePrefix, from start: Int) -> String? {
    var place = start
    while bytes[place] == UInt8(ascii: "<") {
      if bytes.has("<!--", at: place) {
        guard let end = bytes.place(of: "-->", from: place + 4) else { return nil }
        place = end + 3
      } else if bytes.has("<?", at: place) {
        guard let end = bytes.place(of: "?>", from: place + 2) else { return nil }
        place = end + 2
      } else if bytes.hasFolded("<!doctype", at: place) {
        place += 9
        while bytes.isSpace(place) { place += 1 }
        return name(bytes, at: place)
      } else {
        return name(bytes, at: place + 1)
      }
      while bytes.isSpace(place) { place += 1 }
    }
    return nil
  }

  private static func name(_ bytes: BytePrefix, at start: Int) -> String? {
    var name = ""
    var place = start
    while let byte = bytes[place], byte.isASCIIAlphanumeric || "-_.:".utf8.contains(byte) {
      if byte == UInt8(ascii: ":") {
        name = ""
      } else {
        name.unicodeScalars.append(Unicode.Scalar(byte.foldedASCII))
      }
      guard place - start < 64 else { return nil }
      place += 1
    }
    // A name that is cut off could be the beginning of another.
    let isWhole =
      bytes.isSpace(place) || bytes.has(">", at: place) || bytes.has("/", at: place)
      || bytes.has("[", at: place)
    return isWhole ? name : nil
  }
}
