/// What stands before the content of one part.
package struct PartHeader: Sendable, Hashable {
  /// The name of the form's field.
  package let field: String?
  /// The name that the client gives the file: display data.
  package let filename: String?
  package let contentType: String?

  /// Whether it is a file, and not the value of a field of the form.
  package var isFile: Bool { filename != nil || contentType != nil }

  /// Reads the lines of a header, without the empty one at the end.
  ///
  /// - Parameter number: The place of the part, from one, for what is said where it cannot be read.
  package init(_ bytes: ArraySlice<UInt8>, ofPart number: Int) throws(MultipartError) {
    func error(_ text: String) -> MultipartError { MultipartError("part \(number) \(text)") }
    var fields: [String: String] = [:]
    for line in Self.lines(bytes) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
        throw error("has a header line without a name")
      }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw error("has a header line whose name is none")
      }
      let value = String(decoding: line[line.index(after: colon)...], as: UTF8.self)
      guard fields.updateValue(Self.trimmed(value), forKey: name) == nil else {
        throw error("has the header '\(name)' twice")
      }
    }
    guard let text = fields["content-disposition"] else {
      throw error("has no Content-Disposition")
    }
    let disposition = HeaderValue(text)
    guard disposition.value == "form-data" else {
      throw error("has a Content-Disposition other than form-data")
    }
    let encoding = fields["content-transfer-encoding"]?.lowercased() ?? "binary"
    guard ["binary", "7bit", "8bit"].contains(encoding) else {
      throw error("has an encoding of its own, which RFC 7578 does away with; send it as it is")
    }
    field = disposition.parameters["name"]
    filename = disposition.parameters["filename"]
    contentType = fields["content-type"].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    for index in bytes.indices.dropLast()
    where bytes[index] == 0x0D && bytes[index + 1] == 0x0A {
      lines.append(bytes[start..<index])
      start = index + 2
    }
    if start < bytes.endIndex { lines.append(bytes[start...]) }
    return lines
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let front = text.drop(while: isSpace)
    return String(front.reversed().drop(while: isSpace).reversed())
  }
}
