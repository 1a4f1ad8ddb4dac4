import IntakeModel

/// Which records tell of which rows.
struct RecordMatching {
  /// For each row of the contract, its records in the order in which they were given, but for those that were
  /// tied by another record of their share, which come last.
  private(set) var tied: [[ShareRecord]]
  /// In the order in which they were given.
  private(set) var unmatched: [TypeMatrix.UnmatchedRecord] = []

  /// - Complexity: O(*n*) in the declared types of the records.
  init(_ index: RowIndex, _ records: [ShareRecord]) {
    tied = Array(repeating: [], count: index.contract.rows.count)
    var rowsOfShares: [ShareID: Int] = [:]
    var waiting: [(record: ShareRecord, reason: TypeMatrix.UnmatchedRecord.Reason)] = []
    for record in records {
      switch index.row(of: record) {
      case .success(let row)
      where record.origin == .manual && record.tellsNothing(of: index.contract.rows[row]):
        unmatched.append(
          TypeMatrix.UnmatchedRecord(record, .showsNothing(index.contract.rows[row].id)))
      case .success(let row):
        tied[row].append(record)
        rowsOfShares[record.id] = row
      case .failure(let reason): waiting.append((record, reason))
      }
    }
    // What a person wrote down of a share says little of it, but the device's record of the same share may.
    for (record, reason) in waiting {
      if case .saysTooLittle = reason, let row = rowsOfShares[record.id] {
        tied[row].append(record)
      } else {
        unmatched.append(TypeMatrix.UnmatchedRecord(record, reason))
      }
    }
  }
}

extension ShareRecord {
  /// Whether it declares nothing, and what was seen neither keeps nor breaks what the row promises.
  fileprivate func tellsNothing(of row: ContractRow) -> Bool {
    guard items.isEmpty else { return false }
    let telling: Set<Sight> =
      row.appears ? [.didNotAppear, .opened, .couldNotOpen] : [.appeared, .didNotAppear, .opened]
    return seen.isDisjoint(with: telling)
  }
}
