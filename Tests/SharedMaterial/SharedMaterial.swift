package import Foundation

/// Facts and sample files that are not part of the package: real photos, documents and damaged files among them.
///
/// They are looked for in the folder that the environment variable `INTAKE_SHARED` names, else in a folder `shared`
/// beside the checkout. Tests that need them are skipped where they are missing.
package enum SharedMaterial {
  package static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["INTAKE_SHARED"] {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    var folder = URL(fileURLWithPath: #filePath)
    // This file, SharedMaterial, Tests, and the checkout.
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent("shared", isDirectory: true)
  }()

  /// The path of a file or folder in it.
  package static func path(_ path: String) -> String { folder.appendingPathComponent(path).path }

  package static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: self.path(path))
  }

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  /// The rows of a table below its header, or none if the file is missing.
  package static func table(_ path: String) -> [[String]] {
    guard let text = try? text(path) else { return [] }
    return text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The first bytes of a file.
  package static func prefix(of path: String, count: Int) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: folder.appendingPathComponent(path))
    defer { try? file.close() }
    return Array(try file.read(upToCount: count) ?? Data())
  }
}
