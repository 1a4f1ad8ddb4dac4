import IntakeTesting

/// A PDF with a page and very many other objects.
enum ManyObjects {
  /// Writes it, on a thread of its own, since that takes seconds in a debug build.
  static func write(_ count: Int, in folder: TemporaryFolder) async throws -> String {
    try await onOwnThread { try folder.write(bytes(count), to: "objects.pdf") }
  }

  /// Exactly `count` objects.
  private static func bytes(_ count: Int) -> [UInt8] {
    var pdf = PDFText(expecting: count)
    pdf.add("<< /Type /Catalog /Pages 2 0 R >>")
    pdf.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
    pdf.add("<< /Type /Page /Parent 2 0 R >>")
    for _ in 3..<count { pdf.add("[]") }
    return pdf.finish()
  }
}
