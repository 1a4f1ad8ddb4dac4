import Foundation

/// The sample files of the package.
enum Samples {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples")

  static func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }
}

/// Real photos, documents and damaged files, and what becomes of each.
///
/// They are not part of the package. They are looked for in the folder `corpus` of the folder that the environment
/// variable `INTAKE_SHARED` names, else of a folder `shared` beside the checkout.
enum Corpus {
  struct Row: Sendable, CustomStringConvertible {
    let path: String
    let type: String
    let outcome: String
    let size: String
    var description: String { path }
  }

  static let folder: String = {
    if let path = ProcessInfo.processInfo.environment["INTAKE_SHARED"] { return path + "/corpus" }
    var root = URL(filePath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    return root.appending(path: "shared/corpus").path
  }()

  static let rows: [Row] = {
    let text = (try? String(contentsOfFile: folder + "/expected.tsv", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(path: columns[0], type: columns[1], outcome: columns[2], size: columns[3])
    }
  }()
}
