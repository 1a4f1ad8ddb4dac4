/// Writes PDF by hand, as the specification has it, so that each can be wrong in one way.
package struct PDFText {
  package private(set) var bytes = Array("%PDF-1.7\n%\u{E2}\u{E3}\n".utf8)
  private var offsets: [Int] = []

  /// - Parameter objects: How many there will be, about.
  package init(expecting objects: Int = 0) {
    bytes.reserveCapacity(objects * 50)
    offsets.reserveCapacity(objects)
  }

  /// Appends the next object, which gets the next number, from one.
  package mutating func add(_ body: String) {
    offsets.append(bytes.count)
    append(offsets.count, width: 1)
    bytes += Self.opening
    bytes += body.utf8
    bytes += Self.closing
  }

  private static let opening = Array(" 0 obj\n".utf8)
  private static let closing = Array("\nendobj\n".utf8)
  private static let use = Array(" 00000 n \n".utf8)

  /// Appends a number with at least so many digits.
  private mutating func append(_ number: Int, width: Int) {
    var place = 1
    for _ in 1..<max(2, width) where width > 1 { place *= 10 }
    while number / place > 9 { place *= 10 }
    while place > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / place % 10))
      place /= 10
    }
  }

  /// Ends the document with its table of objects.
  ///
  /// - Parameter trailer: More entries for the trailer.
  package mutating func finish(trailer: String = "") -> [UInt8] {
    let table = bytes.count
    bytes += Array("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n".utf8)
    for offset in offsets {
      append(offset, width: 10)
      bytes += Self.use
    }
    bytes += Array(
      """
      trailer
      << /Size \(offsets.count + 1) /Root 1 0 R \(trailer) >>
      startxref
      \(table)
      %%EOF

      """.utf8)
    return bytes
  }

  /// A document with so many empty pages.
  package static func pages(_ count: Int) -> [UInt8] {
    var pdf = PDFText()
    let kids = (0..<count).map { "\($0 + 3) 0 R" }.joined(separator: " ")
    pdf.add("<< /Type /Catalog /Pages 2 0 R >>")
    pdf.add("<< /Type /Pages /Kids [\(kids)] /Count \(count) >>")
    for _ in 0..<count { pdf.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>") }
    return pdf.finish()
  }

  /// A document of one page that opens with a password alone: what it is told by fits none.
  package static func locked() -> [UInt8] {
    let key = String(repeating: "5A", count: 32)
    var pdf = PDFText()
    pdf.add("<< /Type /Catalog /Pages 2 0 R >>")
    pdf.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
    pdf.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>")
    pdf.add("<< /Filter /Standard /V 1 /R 2 /P -4 /O <\(key)> /U <\(key)> >>")
    return pdf.finish(trailer: "/Encrypt 4 0 R /ID [<00> <00>]")
  }
}
