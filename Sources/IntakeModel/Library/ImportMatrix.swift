public import UniformTypes

/// Which step of an import fails for what: records counted by type, source, system and build.
public struct ImportMatrix: Sendable, Hashable {
  /// The rows, in the order of their keys.
  public let rows: [Row]

  /// What is counted together.
  public struct Key: Sendable, Hashable {
    /// The declared type; `nil` for imports that never got so far.
    public var type: TypeIdentifier?
    /// Where the documents came from; `nil` where that was not said.
    public var source: RecordLabel?
    /// The system with its version; `nil` where that was not said.
    public var system: RecordLabel?
    /// The build of the app; `nil` where that was not said.
    public var build: RecordLabel?
  }

  /// All imports of one kind.
  public struct Row: Sendable, Hashable {
    /// What the imports of the row have in common.
    public let key: Key
    /// How many imports there were.
    public internal(set) var count = 0
    /// How many imports ended in which way. An ending without imports is left out.
    public internal(set) var endings: [ImportRecord.Ending: Int] = [:]
    /// How each step went. A step that no import reached is left out.
    public internal(set) var steps: [ImportStep: Cell] = [:]
  }

  /// One step of the imports of one kind.
  public struct Cell: Sendable, Hashable {
    /// How many imports passed the step.
    public internal(set) var done = 0
    /// How many imports went on although nobody said yes.
    public internal(set) var unconfirmed = 0
    /// How often it failed, by reason.
    public internal(set) var failures: [IntakeError.Code: Int] = [:]

    /// How many imports failed in the step, for whatever reason.
    public var failed: Int { failures.values.reduce(0, +) }
  }

  /// Counts `records`.
  ///
  /// - Complexity: O(*n*) for *n* records, and O(*k* log *k*) for *k* rows.
  public init(_ records: some Sequence<ImportRecord>) {
    var rows: [Key: Row] = [:]
    for record in records {
      let key = Key(
        type: record.type, source: record.source, system: record.system, build: record.build)
      rows[key, default: Row(key: key)].add(record)
    }
    self.rows = rows.values.sorted { $0.key.order.lexicographicallyPrecedes($1.key.order) }
  }
}

extension ImportMatrix.Row {
  fileprivate mutating func add(_ record: ImportRecord) {
    count += 1
    endings[record.ending, default: 0] += 1
    for (step, result) in record.steps {
      switch result {
      case .done: steps[step, default: .init()].done += 1
      case .unconfirmed: steps[step, default: .init()].unconfirmed += 1
      case .failed(let code): steps[step, default: .init()].failures[code, default: 0] += 1
      }
    }
  }
}

extension ImportMatrix.Key {
  fileprivate var order: [String] {
    [type?.rawValue ?? "", source?.text ?? "", system?.text ?? "", build?.text ?? ""]
  }
}
