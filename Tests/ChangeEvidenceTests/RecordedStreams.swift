#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The event streams that the repository ships.
enum RecordedStreams {
  static let folder: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return (parts.dropLast(2) + ["TestResults"]).joined(separator: "/")
  }()

  static let versions = ["0", "6.3.0"]

  struct Unreadable: Error { let path: String }

  /// The bytes of a stream, such as `mixed` in version `0`.
  static func bytes(_ name: String, version: String) throws -> [UInt8] {
    try bytes(file: "\(name)-version-\(version).jsonl")
  }

  /// The bytes of a file.
  static func bytes(file name: String) throws -> [UInt8] {
    let path = "\(folder)/\(name)"
    guard let file = fopen(path, "rb") else { throw Unreadable(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }

  static func text(_ name: String, version: String) throws -> String {
    String(decoding: try bytes(name, version: version), as: UTF8.self)
  }
}
