public import IntakeModel
import UniformTypes

extension TypeMatrix {
  /// One row of the contract with what was observed of it.
  public struct Row: Sendable, Hashable {
    /// What is promised.
    public let row: ContractRow
    /// The revision of the row, which observations are held against.
    public let revision: String
    /// One for each column, in the order of `Column.allCases`.
    public let cells: [Cell]
    /// Why the row is not green; empty for a green one.
    public let shortcomings: [Shortcoming]

    init(
      _ row: ContractRow, records: [ShareRecord], tests: TestIndex, registry: TypeRegistry
    ) throws(DocumentError) {
      self.row = row
      let revision = try row.revision
      self.revision = revision
      cells = Column.allCases.map { column in
        let named = column == .automated ? row.tests.map { Observation(of: $0, in: tests) } : []
        let seen = records.filter { $0.origin == column.origin }.map { record in
          Observation(of: record, row: row, revision: revision, registry: registry)
        }
        return Cell(column, of: row, observations: named + Observation.superseding(seen))
      }
      shortcomings = Self.shortcomings(row, cells)
    }

    /// What counts against the row.
    ///
    /// A cell that fails or differs always does. One that is stale or not tested does where it is demanded.
    private static func shortcomings(_ row: ContractRow, _ cells: [Cell]) -> [Shortcoming] {
      var found: [Shortcoming] = []
      if row.isSupported, row.tests.isEmpty { found.append(.namesNoTest) }
      for cell in cells {
        switch cell.verdict {
        case .pass: continue
        case .fail, .differs: found.append(.cell(cell.column, cell.verdict))
        case .notTested, .stale:
          // A row that names no test has been told so.
          let isTold = cell.column == .automated && row.tests.isEmpty
          if cell.isDemanded, !isTold { found.append(.cell(cell.column, cell.verdict)) }
        }
      }
      if found.isEmpty, !cells.contains(where: { $0.verdict == .pass }) {
        found.append(.nothingObserved(isStale: cells.contains { $0.verdict == .stale }))
      }
      return found
    }

    /// Whether the row is shown to hold: every cell that is demanded passes, none fails or differs, at least
    /// one passes, and a supported row names its tests.
    public var isGreen: Bool { shortcomings.isEmpty }

    /// The worst that stands against the row; `pass` for a green one.
    public var verdict: Verdict { shortcomings.map(\.verdict).max() ?? .pass }

    /// The cell of a column; every row has one for each.
    public subscript(column: Column) -> Cell {
      // There is a cell for each column.
      cells.first { $0.column == column }!
    }
  }

  /// Why a row is not green.
  public enum Shortcoming: Sendable, Hashable {
    /// The row says that something is supported, and names no test: the contract and its failing test come
    /// first.
    case namesNoTest
    /// What the cell of a column says.
    case cell(Column, Verdict)
    /// No cell passes, though none is demanded.
    case nothingObserved(isStale: Bool)

    /// What it makes of the row.
    public var verdict: Verdict {
      switch self {
      case .namesNoTest: .notTested
      case .cell(_, let verdict): verdict
      case .nothingObserved(let isStale): isStale ? .stale : .notTested
      }
    }
  }

  /// What one column says of a row.
  public struct Cell: Sendable, Hashable {
    /// How its observations came about.
    public let column: Column
    /// Whether the row is not green without it: the tests of a supported row, and the device where the row
    /// requires one.
    public let isDemanded: Bool
    /// The tests in the order of the contract, then the records by time; those that no longer count among
    /// them.
    public let observations: [Observation]
    /// The worst of the observations that count.
    ///
    /// Stale ones count only where there is no other; without any the cell is not tested.
    public let verdict: Verdict

    /// Whether nothing demands the cell, and nobody looked: no news, which is shown as `-`.
    public var isQuiet: Bool { !isDemanded && observations.isEmpty }

    init(_ column: Column, of row: ContractRow, observations: [Observation]) {
      self.column = column
      self.observations = observations
      isDemanded =
        switch column {
        case .automated: row.isSupported || !row.tests.isEmpty
        case .device: row.requiresDevice
        case .synthetic, .manual: false
        }
      let counting = observations.filter { $0.counts }
      let current = counting.filter { $0.verdict != .stale }
      verdict = current.map(\.verdict).max() ?? (counting.isEmpty ? .notTested : .stale)
    }
  }
}

extension TypeMatrix.Column {
  /// The origin of the records that belong to the column.
  var origin: ShareRecord.Origin {
    switch self {
    case .automated: .automated
    case .synthetic: .synthetic
    case .manual: .manual
    case .device: .device
    }
  }
}
