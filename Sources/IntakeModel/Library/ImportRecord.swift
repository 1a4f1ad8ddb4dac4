public import UniformTypes

/// One import as it went, without its content (P10): no name, no path, no identifier of the document.
public struct ImportRecord: Sendable, Hashable {
  /// Names the record, and not the document.
  public var id: ImportID
  /// When it began, in milliseconds since 1970.
  public var beganAt: Int64
  /// The declared type; `nil` where it never got so far.
  public var type: TypeIdentifier?
  /// Where the document came from, such as `document picker` or `iCloud Drive`.
  public var source: RecordLabel?
  /// The system, such as `iOS 26.1`.
  public var system: RecordLabel?
  /// The build of the app.
  public var build: RecordLabel?
  /// How it ended, or that it still runs.
  public var ending: Ending
  /// The steps that were reached, and how each went.
  public var steps: [ImportStep: StepResult]

  /// Makes a record; by default of an import that has just begun, at `beganAt` milliseconds since 1970.
  public init(
    id: ImportID, beganAt: Int64, type: TypeIdentifier? = nil, source: RecordLabel? = nil,
    system: RecordLabel? = nil, build: RecordLabel? = nil, ending: Ending = .running,
    steps: [ImportStep: StepResult] = [:]
  ) {
    self.id = id
    self.beganAt = beganAt
    self.type = type
    self.source = source
    self.system = system
    self.build = build
    self.ending = ending
    self.steps = steps
  }

  /// The step that failed, if one did.
  public var failedStep: ImportStep? {
    ImportStep.allCases.first { if case .failed = steps[$0] { true } else { false } }
  }

  /// How an import ended.
  public enum Ending: String, Sendable, CaseIterable, Hashable {
    /// It has begun, and nobody has said yet how it ended.
    case running
    /// The library has the document.
    case imported
    /// A step failed, and nothing of it is there.
    case failed
    /// The caller cancelled it, and nothing of it is there.
    case cancelled
    /// Its process ended in the middle; the recovery afterwards completed it or removed what there was.
    case interrupted
  }
}
