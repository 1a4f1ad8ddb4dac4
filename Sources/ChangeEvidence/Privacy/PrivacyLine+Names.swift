import UniformTypes

extension PrivacyLine {
  private static let contentExtensions: Set<String> = [
    "jpg", "jpeg", "heic", "heif", "png", "gif", "tif", "tiff", "webp", "avif", "dng", "cr2", "nef",
    "raw", "psd", "mov", "mp4", "m4v", "avi", "mkv", "3gp", "mp3", "m4a", "wav", "aac", "aiff",
    "caf",
    "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf", "rtfd", "epub",
    "vcf", "ics", "eml", "msg", "gpx", "kml", "pvt",
  ]

  /// A name with the extension of a photo, a film or a document.
  ///
  /// - Parameter allowed: Names that are none of a user.
  func hasFileName(allowing allowed: Set<String>) -> Bool {
    bytes.indices.contains { dot in
      guard bytes[dot] == UInt8(ascii: "."), isNameByte(self[dot - 1]) else { return false }
      var end = dot + 1
      while end < dot + 6, Self.isDigit(self[end]) || Self.isLetter(self[end]) { end += 1 }
      guard (2...4).contains(end - dot - 1),
        !isNameByte(self[end]) || self[end] == UInt8(ascii: "."),
        !Self.isWord(self[end]),
        Self.contentExtensions.contains(String(decoding: lower[(dot + 1)..<end], as: UTF8.self))
      else { return false }
      // A name may be long; what is before its last 255 bytes is no part of it.
      var start = dot
      while start > 0, dot - start < 255, isNameByte(bytes[start - 1]) { start -= 1 }
      let name = String(decoding: bytes[start..<end], as: UTF8.self)
      if allowed.contains(name) { return false }
      // `com.adobe.pdf` and `public.png` are types.
      return TypeRegistry.standard.type(TypeIdentifier(name)) == nil
    }
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    Self.isWord(byte) || [0x2E, 0x2D, 0x5F, 0x25, 0x23].contains(byte)
  }

  private static let nameMembers: [StaticString] = [
    "\"displayname\"", "\"suggestedname\"", "\"filename\"", "\"username\"", "\"fullname\"",
    "\"firstname\"", "\"lastname\"", "\"givenname\"", "\"familyname\"", "\"author\"",
    "\"contact\"",
    "\"ownername\"", "\"devicename\"", "\"hostname\"", "\"computername\"",
  ]

  private static let devices: [StaticString] = [
    "'s iphone", "’s iphone", "'s ipad", "’s ipad", "'s mac", "’s mac", "'s-iphone",
    "s-iphone.local",
    "s-macbook",
  ]

  /// A member of JSON that is called after a name and has one, a visiting card, or somebody's device.
  var hasName: Bool {
    for member in Self.nameMembers {
      for place in places(of: member) {
        var next = place + member.utf8CodeUnitCount
        while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x3A { next += 1 }
        if self[next] == UInt8(ascii: "\""), self[next + 1] != UInt8(ascii: "\"") { return true }
      }
    }
    if !places(of: "begin:vcard").isEmpty { return true }
    return Self.devices.contains { !places(of: $0).isEmpty }
  }
}
