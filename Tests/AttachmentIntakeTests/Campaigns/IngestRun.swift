import IntakeModel
import IntakeTesting

/// Files that real processes take in.
struct CampaignFiles {
  let paths: [String]

  /// From nothing to a little more than a whole ingest takes here and now.
  func ingestTime() async throws -> ClosedRange<Duration> {
    try await withTemporaryFolder { folder in
      let plan = KillPlan(
        number: 0, rounds: 1, delay: .zero, linesFirst: 0, durability: .group, policy: .keep)
      var run = IngestRun(into: folder.path(of: "container"), files: self, plan: plan)
      let start = ContinuousClock.now
      try await run.runToTheEnd()
      return .zero...(start.duration(to: .now) * 1.1)
    }
  }
}

extension ClosedRange<Duration> {
  func scaled(by factor: Double) -> Self {
    lowerBound...(lowerBound + (upperBound - lowerBound) * factor)
  }
}

/// When a process is killed, and what it is told to do.
struct KillPlan: Sendable {
  let number: Int
  /// How many processes, one after the other, fill one container and are killed.
  let rounds: Int
  /// The time after the start, or after that many lines of output.
  let delay: Duration
  let linesFirst: Int
  let durability: Durability
  let policy: BatchPolicy
  /// Whether staged copies have hidden names.
  var hidesNames = false
}

extension KillPlan {
  init(
    number: Int, within range: ClosedRange<Duration>, using random: inout SeededGenerator
  ) {
    self.number = number
    durability = Durability.allCases.randomElement(using: &random) ?? .group
    policy = BatchPolicy.allCases.randomElement(using: &random) ?? .keep
    rounds = number % 5 == 4 ? 3 : 1
    hidesNames = number % 4 == 3 && TestProgram.path != nil
    let span = (range.upperBound - range.lowerBound) / .microseconds(1)
    let part = Double.random(in: 0..<1, using: &random)
    linesFirst = policy == .keep && number % 3 == 0 ? Int.random(in: 1...250, using: &random) : 0
    delay =
      linesFirst > 0 ? .microseconds(part * 3_000) : range.lowerBound + .microseconds(part * span)
  }
}

/// Processes that take files into one container.
struct IngestRun {
  let container: String
  let files: CampaignFiles
  let plan: KillPlan
  private(set) var reported: [ReportedCopy] = []
  private(set) var killed = 0

  init(into container: String, files: CampaignFiles, plan: KillPlan) {
    self.container = container
    self.files = files
    self.plan = plan
  }

  struct Failed: Error { let ending: ChildProcess.Ending }

  func start() throws -> ChildProcess {
    if plan.hidesNames, let program = TestProgram.path {
      let settings = IngestDrill.environment(
        .hideNames, container: container, durability: plan.durability, policy: plan.policy,
        files: files.paths)
      return try ChildProcess(program, IngestDrill.arguments, environment: .adding(settings))
    }
    guard let intake = CampaignSettings.intake else { throw CancellationError() }
    return try ChildProcess(
      intake,
      [
        "ingest", "--container", container, "--durability", plan.durability.rawValue,
        "--policy", plan.policy.rawValue, "--json",
      ] + files.paths)
  }

  mutating func runToTheEnd() async throws {
    let ending = try await start().wait()
    guard ending.status == .exited(0) else { throw Failed(ending: ending) }
    collect(ending)
  }

  mutating func runAndKill() async throws {
    let process = try start()
    if plan.linesFirst > 0 {
      // It may be done before; then nothing is killed, and everything must be there.
      try? await process.waitForOutput("\"position\":\(plan.linesFirst),")
    }
    CampaignSettings.wait(plan.delay)
    process.kill()
    collect(try await process.wait())
  }

  private mutating func collect(_ ending: ChildProcess.Ending) {
    if ending.status != .exited(0) { killed += 1 }
    reported += ReportedCopy.all(in: ending.output)
  }

  func audit() -> ContainerAudit {
    var audit = ContainerAudit()
    audit.reported = reported
    if plan.policy == .allOrNothing { audit.wholeBatch = files.paths.count }
    return audit
  }
}
