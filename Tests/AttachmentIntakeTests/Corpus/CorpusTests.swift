import AttachmentIntake
import Foundation
import IntakeTesting
import SharedMaterial
import Testing

/// Real photos, HEIC, documents and damaged files, with the type that each has by its first bytes.
@Suite(.timeLimit(.minutes(5))) struct CorpusTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let path: String
    let contentType: TypeIdentifier

    var testDescription: String { path }
  }

  static let folder = SharedMaterial.path("corpus")

  /// The rows of `expected.tsv`; none where the corpus is missing.
  static let rows = SharedMaterial.table("corpus/expected.tsv").map { columns in
    Row(path: columns[0], contentType: TypeIdentifier(columns[1]))
  }

  @Test(.enabled(if: !rows.isEmpty, "the corpus is not beside the checkout"))
  func `every file of the corpus is stored with the type that its content has`() async throws {
    try await withPipeline { fixture in
      let attachments = Self.rows.map { Attachment(fileAt: "\(Self.folder)/\($0.path)") }
      let outcomes = try await fixture.pipeline.ingest(attachments)
      #expect(outcomes.count == Self.rows.count)
      for (row, outcome) in zip(Self.rows, outcomes) {
        #expect(outcome.stored?.contentType == row.contentType, "\(row.path)")
      }
    }
  }

  @Test(.enabled(if: !rows.isEmpty, "the corpus is not beside the checkout"))
  func `every file of the corpus is read back byte for byte`() async throws {
    try await withPipeline { fixture in
      let attachments = Self.rows.map { Attachment(fileAt: "\(Self.folder)/\($0.path)") }
      for outcome in try await fixture.pipeline.ingest(attachments) {
        let path = Self.rows[outcome.position].path
        let stored = try #require(outcome.stored, "\(path)")
        let original = try Data(contentsOf: URL(filePath: "\(Self.folder)/\(path)"))
        let copy = try await fixture.inbox.open(stored.id).bytes(limit: .mebibytes(16))
        #expect(copy == Array(original), "\(path)")
      }
    }
  }
}
