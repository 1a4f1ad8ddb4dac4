extension TypeMatrix {
  /// How many rows and cells have which verdict.
  public struct Totals: Sendable, Hashable {
    /// How many rows there are.
    public let rows: Int
    /// The rows that are not green.
    public let redRows: Int
    private let ofRows: [Verdict: Int]
    private let ofCells: [Column: [Verdict: Int]]
    private let demanded: [Column: Int]

    init(_ matrix: TypeMatrix) {
      rows = matrix.rows.count
      redRows = matrix.rows.count { !$0.isGreen }
      var ofRows: [Verdict: Int] = [:]
      var ofCells: [Column: [Verdict: Int]] = [:]
      var demanded: [Column: Int] = [:]
      for row in matrix.rows {
        ofRows[row.verdict, default: 0] += 1
        for cell in row.cells {
          ofCells[cell.column, default: [:]][cell.verdict, default: 0] += 1
          if cell.isDemanded { demanded[cell.column, default: 0] += 1 }
        }
      }
      self.ofRows = ofRows
      self.ofCells = ofCells
      self.demanded = demanded
    }

    /// The rows with this verdict.
    public func rows(_ verdict: Verdict) -> Int { ofRows[verdict] ?? 0 }

    /// The cells of a column with this verdict.
    public func cells(_ column: Column, _ verdict: Verdict) -> Int {
      ofCells[column]?[verdict] ?? 0
    }

    /// The rows that are not green without a cell of this column.
    public func demandedCells(_ column: Column) -> Int { demanded[column] ?? 0 }
  }

  /// How many rows and cells have which verdict, counted anew each time.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  public var totals: Totals { Totals(self) }
}
