import IntakeTesting

extension InputFolder {
  /// What people share: real files, several times under the same names, and beside them what has to be refused.
  ///
  /// - Parameters:
  ///   - corpus: A folder of real files.
  ///   - count: How many real files there are to be, about.
  func mixed(from corpus: String, count: Int) throws -> String {
    let originals = try Files.files(below: corpus).filter { !$0.hasSuffix(".tsv") }
    guard !originals.isEmpty else { throw BenchError("there are no files in \(corpus)") }
    return try folder("mixed-\(scaled(count))") { folder in
      for number in 0..<scaled(count) {
        let original = originals[number % originals.count]
        let share = "\(folder)/share-\(digits(number / originals.count))"
        try Files.makeFolder(share)
        let name = original.split(separator: "/").last.map(String.init) ?? "file"
        try Files.write([try Files.read(original)], to: "\(share)/\(name)")
      }
      try addLies(to: "\(folder)/lies")
    }
  }

  /// A JPEG named as PNG, a property list where a picture was promised, an empty file, and a link.
  private func addLies(to folder: String) throws {
    try Files.makeFolder(folder)
    for number in 0..<scaled(10) {
      let place = "\(folder)/\(digits(number))"
      let seed = UInt64(number)
      try Files.write([SampleContent.jpeg(bytes: 300_000, seed: seed).bytes], to: "\(place).png")
      try Files.write([SampleContent.binaryPropertyList(bytes: 4000).bytes], to: "\(place).heic")
      try Files.write([], to: "\(place).pdf")
      try Files.link("\(place).jpg", to: "\(digits(number)).png")
    }
  }
}
