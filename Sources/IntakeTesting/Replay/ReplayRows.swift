import IntakeModel
import ShareContract
import UniformTypes

/// The rows of a contract, and what they promise for shares that are replayed.
struct ReplayRows {
  private let contract: InputContract
  private let registry: TypeRegistry
  private let index: RowIndex

  init(_ contract: InputContract, registry: TypeRegistry) {
    self.contract = contract
    self.registry = registry
    index = RowIndex(contract, registry)
  }

  /// The row of the share, as it is now; `nil` where none fits, or several.
  ///
  /// - Throws: Where the row's revision cannot be computed.
  func reference(for record: ShareRecord) throws(DocumentError) -> RowReference? {
    guard let row = row(of: record) else { return nil }
    return RowReference(id: row.id, revision: try row.revision)
  }

  /// In what the share did not go as its row promises.
  func differences(of observed: ShareRecord) -> [ReplayDifference] {
    guard let row = row(of: observed) else { return [] }
    return RecordComparison(observed, row: row, registry: registry).differences.map { difference in
      ReplayDifference(
        ReplayDifference.Subject(rawValue: difference.subject.rawValue) ?? .result, from: .row,
        attachment: difference.attachment.map { $0 - 1 }, expected: difference.expected,
        observed: difference.observed)
    }
  }

  private func row(of record: ShareRecord) -> ContractRow? {
    guard case .success(let place) = index.row(of: record) else { return nil }
    return contract.rows[place]
  }
}
