import Foundation

/// Facts and sample files that are not part of the package.
///
/// They are looked for in the folder that the environment variable `INTAKE_SHARED` names, else in a
/// folder `shared` beside the checkout. Tests that need them are skipped where they are missing.
enum SharedFiles {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["INTAKE_SHARED"] {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    var folder = URL(fileURLWithPath: #filePath)
    // Support, UniformTypesTests, Tests, the checkout, and the folder that holds it.
    for _ in 0..<5 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent("shared", isDirectory: true)
  }()

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
  }

  /// The rows of a table below its header, or none if the file is missing.
  static func table(_ path: String) -> [[String]] {
    guard let text = try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The first bytes of a file.
  static func prefix(of path: String, count: Int) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: folder.appendingPathComponent(path))
    defer { try? file.close() }
    return Array(try file.read(upToCount: count) ?? Data())
  }
}

extension String {
  /// The items of a list with commas.
  var listed: [String] { split(separator: ",").map(String.init) }
}
