extension ContentSignature {
  /// Programs and fonts whose first bytes are weak by themselves.
  static func program(_ bytes: BytePrefix) -> TypeIdentifier? {
    switch bytes[0] {
    case UInt8(ascii: "M") where bytes.has("MZ"):
      guard let header = bytes.littleEndian(4, at: 60), bytes.has("PE\0\0", at: header) else {
        return nil
      }
      let isLibrary = (bytes.littleEndian(2, at: header + 22) ?? 0) & 0x2000 != 0
      return isLibrary
        ? "com.microsoft.windows-dynamic-link-library" : "com.microsoft.windows-executable"
    case 0xCA where bytes.has([0xCA, 0xFE, 0xBA, 0xBE]):
      // Both a class of Java, whose version is above 44, and a program for several processors.
      guard let number = bytes.bigEndian(4, at: 4) else { return nil }
      return number < 44 ? "com.apple.mach-o-binary" : "com.sun.java-class"
    case 0 where bytes.has([0, 1, 0, 0]):
      guard let tables = bytes.bigEndian(2, at: 4), 4...64 ~= tables else { return nil }
      // The name of the first table follows the header of 12 bytes.
      let name = (12..<16).compactMap { bytes[$0] }
      let isName = name.count == 4 && name.allSatisfy { 0x20...0x7E ~= $0 }
      return isName ? "public.truetype-ttf-font" : nil
    default:
      return nil
    }
  }

  /// Documents that may have something before their first line.
  static func document(_ bytes: BytePrefix) -> TypeIdentifier? {
    let start = bytes.textStart
    if bytes.hasFolded("begin:vcard", at: start), bytes.isLineEnd(start + 11) { return .vCard }
    if bytes.hasFolded("begin:vcalendar", at: start), bytes.isLineEnd(start + 15) {
      return "com.apple.ical.ics"
    }
    // Some printers' drivers put a control character first.
    let postScript = bytes[0] == 4 ? 1 : start
    if bytes.has("%!PS", at: postScript) {
      let line = bytes.place(of: "\n", from: postScript, before: 128)
      let otherLine = bytes.place(of: "\r", from: postScript, before: 128)
      let end = min(line ?? 128, otherLine ?? 128)
      return bytes.place(of: " EPSF", from: postScript, before: end) == nil
        ? "com.adobe.postscript" : "com.adobe.encapsulated-postscript"
    }
    return hasLateHeaderOfPDF(bytes) ? .pdf : nil
  }

  /// Readers accept the header of a PDF anywhere in the first 1,024 bytes. Here it must begin a
  /// line and have a version, so that prose about PDF stays prose.
  private static func hasLateHeaderOfPDF(_ bytes: BytePrefix) -> Bool {
    var next = bytes.place(of: "%PDF-", before: 1024)
    while let place = next {
      let isVersion =
        bytes[place + 5].map { 0x31...0x39 ~= $0 } == true && bytes.has(".", at: place + 6)
      let isFirst = place == bytes.textStart || bytes.isLineEnd(place - 1) || bytes[place - 1] == 0
      if isVersion, isFirst { return true }
      next = bytes.place(of: "%PDF-", from: place + 5, before: 1024)
    }
    return false
  }
}

extension BytePrefix {
  /// The place behind a byte order mark for UTF-8 and white space.
  var textStart: Int {
    var place = has([0xEF, 0xBB, 0xBF]) ? 3 : 0
    while isSpace(place) { place += 1 }
    return place
  }

  /// Whether there is a space, a tab or the end of a line.
  func isSpace(_ place: Int) -> Bool {
    self[place].map { $0 == 0x20 || 0x09...0x0D ~= $0 } ?? false
  }

  /// Whether there is the end of a line.
  func isLineEnd(_ place: Int) -> Bool {
    self[place].map { $0 == 0x0A || $0 == 0x0D } ?? false
  }
}
