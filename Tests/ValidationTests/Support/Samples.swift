import Foundation
import SharedMaterial

/// The sample files of the package.
enum Samples {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples")

  static func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }
}

/// Real photos, documents and damaged files, and what becomes of each; none where they are missing.
enum Corpus {
  struct Row: Sendable, CustomStringConvertible {
    let path: String
    let type: String
    let outcome: String
    let size: String
    var description: String { path }
  }

  static let folder = SharedMaterial.path("corpus")

  static let rows = SharedMaterial.table("corpus/expected.tsv").map { columns in
    Row(path: columns[0], type: columns[1], outcome: columns[2], size: columns[3])
  }
}
