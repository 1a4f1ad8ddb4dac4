import Testing

/// Python's `zipfile`, which reads the central directory and checks each CRC.
enum Python {
  static let isInstalled = Command.exists("python3")

  /// Runs `script` with the archive opened as `zip`, and returns its lines.
  static func read(_ bytes: [UInt8], _ script: String) throws -> [String] {
    try withFile(bytes) { try read(path: $0, script) }
  }

  static func read(path: String, _ script: String) throws -> [String] {
    let opening = """
      import sys, zipfile
      zip = zipfile.ZipFile(sys.argv[1])

      """
    let result = try Command.run("python3", "-c", opening + script, path)
    try #require(result.status == 0, "\(result.output)")
    return result.output.split(separator: "\n").map(String.init)
  }
}
