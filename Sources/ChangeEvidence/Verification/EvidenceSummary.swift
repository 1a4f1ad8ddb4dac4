import IntakeModel
import ShareContract

/// What an archive says of a change, in short. It is read without checking it.
package struct EvidenceSummary: Sendable {
  package struct Row: Sendable, Hashable {
    package var isGreen: Bool
    package var verdict: String
  }

  package var format: EvidenceFormat
  package var manifest: Manifest
  /// Whether there is a statement with a signature; nothing says that it is valid.
  package var isSigned: Bool
  /// The rows of the type matrix, by their names.
  package var rows: [String: Row] = [:]
  /// The types that those rows declare.
  package var types: Set<String> = []
  /// The verdicts of tests, by their names; the worst where a name is there twice.
  package var tests: [String: String] = [:]

  private static let matrix = "matrix.json"
  private static let results = "results/results.json"

  /// Reads the archive at `path`.
  ///
  /// - Throws: ``EvidenceError`` where it is no evidence, `CancellationError`.
  package init(reading path: String) async throws {
    var keep = EvidenceContent.sealing
    keep[Self.matrix] = 32 << 20
    keep[Self.results] = 32 << 20
    let content = try await EvidenceContent.read(path, keep: keep)
    let name = Quotation.escaped(path)
    guard let format = content.format, content.isComplete else {
      throw EvidenceError("'\(name)': \(content.faults.first ?? "it cannot be read to its end")")
    }
    guard let bytes = content.kept[SealingMember.manifest.rawValue] else {
      throw EvidenceError("'\(name)' is no evidence: it holds no 'manifest.json'")
    }
    self.format = format
    isSigned = content.kept[SealingMember.signedStatement.rawValue] != nil
    do throws(DocumentError) {
      manifest = try Manifest(reading: bytes)
    } catch {
      throw EvidenceError("'manifest.json' in '\(name)': \(error)")
    }
    do throws(DocumentError) {
      if let bytes = content.kept[Self.matrix] { try readMatrix(EvidenceFields(reading: bytes)) }
    } catch {
      throw EvidenceError("'\(Self.matrix)' in '\(name)': \(error)")
    }
    do throws(DocumentError) {
      if let bytes = content.kept[Self.results] { try readResults(EvidenceFields(reading: bytes)) }
    } catch {
      throw EvidenceError("'\(Self.results)' in '\(name)': \(error)")
    }
  }

  private mutating func readMatrix(_ fields: EvidenceFields) throws(DocumentError) {
    for row in try fields.objects("rows") {
      rows[try row.text("id")] = Row(
        isGreen: try row.boolean("isGreen"), verdict: try row.text("verdict"))
      types.formUnion(row.nestedTexts("items"))
    }
  }

  private mutating func readResults(_ fields: EvidenceFields) throws(DocumentError) {
    for test in try fields.objects("tests") {
      let name = try test.text("name")
      let verdict = try test.text("verdict")
      if tests[name] == nil || tests[name] == "passed" { tests[name] = verdict }
    }
  }
}
