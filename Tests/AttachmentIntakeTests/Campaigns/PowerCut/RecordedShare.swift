import IntakeModel
import IntakeTesting

/// A container whose whole life is recorded: processes that fill it and empty it, one after the other.
struct RecordedShare {
  enum Life: CaseIterable {
    case byGroup, each, allOrNothing, withoutDurability, wholeWithoutDurability, mixed, hiddenNames,
      recovered
  }

  let life: Life
  private(set) var history: DiskHistory
  private let path: String
  private let sources: [String]
  private let intake: String
  /// Removals, and when each was begun and done.
  private var removals: [(id: AttachmentID, begin: Int, end: Int)] = []
  private(set) var wholeBatch: Int?

  /// Records a life in `folder`, with the files in `sources`.
  init(_ life: Life, sources: [String], in folder: TemporaryFolder, intake: String) throws {
    self.life = life
    self.sources = sources
    self.intake = intake
    path = folder.path(of: "container")
    history = DiskHistory(of: folder.path)
    switch life {
    case .byGroup:
      try ingest("group")
      try useUp()
      try ingest("group")
    case .each: try ingest("each")
    case .allOrNothing:
      try ingest("group", policy: "all-or-nothing")
      wholeBatch = sources.count
    case .withoutDurability:
      try ingest("none")
      try useUp()
    case .wholeWithoutDurability: try ingest("none", policy: "all-or-nothing")
    case .mixed:
      try ingest("none")
      try ingest("group")
    case .hiddenNames:
      try drill(.hideNames)
      try useUp()
    case .recovered:
      try drill(.dieWithNames)
      _ = try run(["inbox", "list", "--container", path])
    }
  }

  private mutating func drill(_ order: IngestDrill.Order) throws {
    let settings = IngestDrill.environment(
      order, container: path, durability: .group, policy: .keep, files: sources)
    guard let program = TestProgram.path else { return }
    let status = order == .dieWithNames ? ChildProcess.Status.signalled(9) : .exited(0)
    _ = try run(program, IngestDrill.arguments, environment: settings, endingAs: status)
  }

  private mutating func ingest(_ durability: String, policy: String = "keep") throws {
    let output = try run(
      ["ingest", "--container", path, "--durability", durability, "--policy", policy, "--json"]
        + sources)
    guard ReportedCopy.all(in: output).count == sources.count else {
      throw Unexpected(output: output)
    }
  }

  /// Discards two copies, takes and finishes two, and sweeps.
  private mutating func useUp() throws {
    let ids = ReportedCopy.all(in: history.output.map(\.text).joined()).map(\.id)
    for id in ids[..<2] {
      try remove(id) { share in
        _ = try share.run(["inbox", "discard", "--container", share.path, "\(id)"])
      }
    }
    for _ in 0..<2 {
      let taken = try run(["inbox", "take", "--container", path, "--json"])[...]
      guard let id = JSONLine.string("id", in: taken).flatMap({ AttachmentID($0) }),
        let lease = JSONLine.string("lease", in: taken)
      else { throw Unexpected(output: String(taken)) }
      try remove(id) { share in
        _ = try share.run(
          ["inbox", "finish", "--container", share.path, "\(id)", "--lease", lease])
      }
    }
    _ = try run(["inbox", "sweep", "--container", path])
  }

  private mutating func remove(
    _ id: AttachmentID, by body: (inout RecordedShare) throws -> Void
  ) throws {
    let begin = history.now
    try body(&self)
    removals.append((id, begin, history.now))
  }

  private mutating func run(_ arguments: [String]) throws -> String {
    try run(intake, arguments)
  }

  private mutating func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    endingAs status: ChildProcess.Status = .exited(0)
  ) throws -> String {
    let (trace, ending) = try CallTrace.recording(program, arguments, environment: environment)
    guard ending.status == status else {
      throw Unexpected(output: "\(ending.status) \(ending.output) \(ending.errorOutput)")
    }
    history.append(trace)
    return ending.output
  }

  struct Unexpected: Error { let output: String }

  /// What must hold once the power was cut at `cut`.
  func audit(cutAt cut: Int) -> ContainerAudit {
    var audit = ContainerAudit()
    audit.isPowerCut = true
    audit.reported = ReportedCopy.all(
      in: history.output.filter { $0.begin < cut }.map(\.text).joined())
    audit.removalBegun = Set(removals.filter { $0.begin < cut }.map(\.id))
    audit.mayHaveLeases = !removals.isEmpty
    audit.wholeBatch = wholeBatch
    switch life {
    case .withoutDurability, .wholeWithoutDurability:
      (audit.mayLoseRows, audit.mayHaveOrphans) = (true, true)
    case .mixed:
      // What the second process, which syncs, reported.
      audit.reported = Array(audit.reported.dropFirst(sources.count))
      audit.mayHaveOrphans = true
    default: audit.removed = Set(removals.filter { $0.end < cut }.map(\.id))
    }
    return audit
  }
}
