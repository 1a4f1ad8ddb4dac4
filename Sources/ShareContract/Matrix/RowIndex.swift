import IntakeModel
import UniformTypes

/// Finds the row of a contract that a record tells of.
package struct RowIndex {
  let contract: InputContract
  private let registry: TypeRegistry
  private let rowsByID: [String: Int]
  private let rowsByKey: [Key: [Int]]

  /// What a record may tell of its row without naming it; `nil` for what it does not tell.
  private struct Key: Hashable {
    var items: [SharedItem]?
    var source: RecordLabel?
    var content: RecordLabel?
  }

  /// - Complexity: O(*n*) in the declared types of all rows.
  package init(_ contract: InputContract, _ registry: TypeRegistry) {
    self.contract = contract
    self.registry = registry
    let rows = contract.rows
    // A reader refuses rows with the same name; of such that were made otherwise the first counts.
    rowsByID = Dictionary(
      rows.indices.map { (rows[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
    var rowsByKey: [Key: [Int]] = [:]
    for (place, row) in rows.enumerated() {
      let items = row.items.resolved(in: registry)
      for key in [
        Key(items: items), Key(items: items, source: row.source),
        Key(items: items, content: row.content),
        Key(items: items, source: row.source, content: row.content),
        Key(source: row.source, content: row.content),
      ] {
        rowsByKey[key, default: []].append(place)
      }
    }
    self.rowsByKey = rowsByKey
  }

  /// The place of the row: of the one that the record names; else of the only one that declares the same items
  /// for its source, and of several that do, the only one with its content; else, where the record declares
  /// nothing, of the only one with its source and content.
  ///
  /// - Complexity: O(*n*) in the declared types of the record.
  package func row(
    of record: ShareRecord
  ) -> Result<Int, TypeMatrix.UnmatchedRecord.Reason> {
    if let reference = record.row {
      guard let place = rowsByID[reference.id] else {
        return .failure(.unknownRow(reference.id))
      }
      // A person who names a row may name the wrong one.
      return record.origin == .manual && contradicts(record, contract.rows[place])
        ? .failure(.contradictsRow(reference.id)) : .success(place)
    }
    let items = record.items.isEmpty ? nil : record.declaredItems.resolved(in: registry)
    guard items != nil || (record.source != nil && record.content != nil) else {
      return .failure(.saysTooLittle)
    }
    // What is said of the content counts only where more than one row fits: records may have it in other words.
    let exact = rowsByKey[Key(items: items, source: record.source, content: record.content)] ?? []
    let fitting =
      items == nil ? exact : rowsByKey[Key(items: items, source: record.source)] ?? []
    switch (fitting.count, exact.count) {
    case (0, _): return .failure(.fitsNone)
    case (1, _): return .success(fitting[0])
    case (_, 1): return .success(exact[0])
    default: return .failure(.fitsSeveral(fitting.prefix(8).map { contract.rows[$0].id }))
    }
  }
}

/// Whether the record says that something else was shared than the row says.
private func contradicts(_ record: ShareRecord, _ row: ContractRow) -> Bool {
  (record.source.map { $0 != row.source } ?? false)
    || (record.content.map { $0 != row.content } ?? false)
}

extension [SharedItem] {
  fileprivate func resolved(in registry: TypeRegistry) -> Self {
    map { item in
      SharedItem(attachments: item.attachments.map { $0.map { $0.asRecorded(in: registry) } })
    }
  }
}

extension TypeIdentifier {
  /// The type that the identifier stands for, as a record tells it: two that differ only in how they are written,
  /// or in what records leave out of dynamic types, are the same.
  func asRecorded(in registry: TypeRegistry) -> TypeIdentifier {
    registry.resolve(withoutNames(in: registry))
  }
}
