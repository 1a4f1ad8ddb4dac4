import IntakeModel
import IntakeTesting

/// Files to measure with, made from seeds, so that each machine has the same, and kept for the next run.
struct InputFolder: Sendable {
  let path: String
  /// Percent of the full number or size, to try a scenario.
  let scale: Int

  /// `count` files of `size` bytes, of which none compresses.
  ///
  /// - Throws: ``Files/Failure``; `CancellationError`.
  func photos(_ count: Int, of size: Int) throws -> String {
    try folder("photos-\(scaled(count))x\(size)") { folder in
      for number in 0..<scaled(count) {
        try Task.checkCancellation()
        let content = SampleContent.jpeg(bytes: size, seed: UInt64(number) << 20 + UInt64(size))
        try Files.write(content.chunks(of: 1 << 20), to: "\(folder)/IMG_\(digits(number)).jpg")
      }
    }
  }

  /// One file of `size` bytes in a folder of its own.
  func large(_ size: Int) throws -> String {
    let size = size / 100 * scale
    let folder = try folder("large-\(size)") { folder in
      let content = SampleContent.quickTime(bytes: size, seed: 4)
      try Files.write(content.chunks(of: 1 << 20), to: "\(folder)/movie.mov")
    }
    return "\(folder)/movie.mov"
  }

  /// PDF documents of one page with 100 KB behind it.
  func documents(_ count: Int) throws -> String {
    try folder("documents-\(scaled(count))") { folder in
      for number in 0..<scaled(count) {
        try Task.checkCancellation()
        var pdf = PDFText()
        let text = SampleContent.text(bytes: 100_000, seed: UInt64(number)).bytes
        pdf.add("<< /Type /Catalog /Pages 2 0 R >>")
        pdf.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        pdf.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>")
        pdf.add(
          "<< /Length \(text.count) >>\nstream\n\(String(decoding: text, as: UTF8.self))\nendstream"
        )
        try Files.write([pdf.finish()], to: "\(folder)/\(digits(number)).pdf")
      }
    }
  }

  /// A package with media in it, as an editor of documents saves one.
  func package(_ count: Int, of size: Int) throws -> String {
    let folder = try folder("package-\(scaled(count))x\(size)") { folder in
      try Files.makeFolder("\(folder)/Album.rtfd")
      for number in 0..<scaled(count) {
        try Task.checkCancellation()
        let content = SampleContent.jpeg(bytes: size, seed: UInt64(number) << 21)
        try Files.write(
          content.chunks(of: 1 << 20), to: "\(folder)/Album.rtfd/\(digits(number)).jpg")
      }
      let text = SampleContent.rtf(bytes: 200_000, seed: 9)
      try Files.write([text.bytes], to: "\(folder)/Album.rtfd/TXT.rtf")
    }
    return "\(folder)/Album.rtfd"
  }

  /// The folder of an input: made whole, or not there for the next run.
  func folder(_ name: String, _ make: (String) throws -> Void) throws -> String {
    let folder = "\(path)/\(name)"
    if Files.exists(folder) { return folder }
    Progress.say("  making \(name)")
    let unfinished = "\(folder).part"
    Files.remove(unfinished)
    do {
      try Files.makeFolder(unfinished)
      try make(unfinished)
    } catch {
      Files.remove(unfinished)
      throw error
    }
    try Files.rename(unfinished, to: folder)
    return folder
  }

  func scaled(_ count: Int) -> Int { max(1, count * scale / 100) }

  func digits(_ number: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, 5 - text.count)) + text
  }
}
