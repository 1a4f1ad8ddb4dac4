import Foundation

/// Facts that are not part of the package.
///
/// They are looked for in the folder that the environment variable `INTAKE_SHARED` names, else in a folder
/// `shared` beside the checkout. Tests that need them are skipped where they are missing.
enum SharedFacts {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["INTAKE_SHARED"] {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    var folder = URL(fileURLWithPath: #filePath)
    // Support, ShareContractTests, Tests, the checkout, and the folder that holds it.
    for _ in 0..<5 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent("shared", isDirectory: true)
  }()

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }
}
