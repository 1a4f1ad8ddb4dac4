import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// Real processes are killed at random instants, and what they leave is recovered and checked (P8).
///
/// `INTAKE_KILLS` says how many kills to try. The instants come from a seed, but what a process has done by
/// then does not.
@Suite(
  .timeLimit(.minutes(60)), .serialized,
  .enabled(if: CampaignSettings.intake != nil, "the command was not built"))
struct KillCampaign {
  static let kills = CampaignSettings.count("INTAKE_KILLS", default: 15)

  @Test
  func `whatever the instant, what was reported is whole, and nothing else is left`() async throws {
    var figures = CampaignFigures()
    try await withFiles(Self.kills > 50 ? 300 : 60) { files in
      var range = try await files.ingestTime()
      var random = SeededGenerator(seed: UInt64(Self.kills))
      for number in 0..<Self.kills {
        let plan = KillPlan(number: number, within: range, using: &random)
        try await withTemporaryFolder { folder in
          var ingest = IngestRun(into: folder.path(of: "container"), files: files, plan: plan)
          for _ in 0..<plan.rounds { try await ingest.runAndKill() }
          // The machine's speed changes: killed too late is a kill lost.
          range = ingest.killed == plan.rounds ? range.scaled(by: 1.05) : range.scaled(by: 0.8)
          figures.killed += ingest.killed
          figures.reported += ingest.reported.count
          let findings = await ingest.audit().findings(at: ingest.container, &figures)
          #expect(findings.isEmpty, "\(plan)")
        }
      }
    }
    print("KillCampaign: \(figures)")
    // Few kills may well all miss the moments between a pending row and an available one.
    if Self.kills >= 100 { #expect(figures.killed > Self.kills / 4 && figures.recovered > 0) }
  }

  @Test
  func `a process beside one that is killed completes, and keeps everything`() async throws {
    var figures = CampaignFigures()
    try await withFiles(Self.kills > 50 ? 100 : 30) { files in
      var range = try await files.ingestTime()
      var random = SeededGenerator(seed: UInt64(Self.kills) + 1)
      for number in 0..<((Self.kills + 4) / 5) {
        let plan = KillPlan(number: number, within: range, using: &random)
        try await withTemporaryFolder { folder in
          var victim = IngestRun(into: folder.path(of: "container"), files: files, plan: plan)
          let survivor = try victim.start()
          try await victim.runAndKill()
          range = victim.killed == 1 ? range.scaled(by: 1.05) : range.scaled(by: 0.8)
          // Recovers beside the one that is still writing.
          let beside = try await SharedContainer.open(at: victim.container)
          await beside.close()
          let ending = try await survivor.wait()
          #expect(ending.status == .exited(0), "\(plan): \(ending.errorOutput)")
          let stored = ReportedCopy.all(in: ending.output)
          #expect(stored.count == files.paths.count, "\(plan)")
          var audit = victim.audit()
          audit.reported += stored
          let findings = await audit.findings(at: victim.container, &figures)
          #expect(findings.isEmpty, "\(plan)")
        }
      }
    }
  }

  @Test
  func `a reader that is killed loses nothing, whatever it was doing`() async throws {
    var figures = CampaignFigures()
    try await withFiles(20) { files in
      var random = SeededGenerator(seed: UInt64(Self.kills) + 2)
      for number in 0..<((Self.kills + 4) / 5) {
        let range = Duration.milliseconds(1)...(.milliseconds(120))
        let plan = KillPlan(number: number, within: range, using: &random)
        try await withTemporaryFolder { folder in
          let path = folder.path(of: "container")
          var ingest = IngestRun(into: path, files: files, plan: plan)
          try await ingest.runToTheEnd()
          let intake = try #require(CampaignSettings.intake)
          let reader = try ChildProcess(intake, ["inbox", "take", "--container", path, "--json"])
          CampaignSettings.wait(plan.delay)
          reader.kill()
          _ = try await reader.wait()
          var audit = ingest.audit()
          audit.mayHaveLeases = true
          let findings = await audit.findings(at: path, &figures)
          #expect(findings.isEmpty, "\(plan)")
        }
      }
    }
  }

  @Test
  func `a sweep that is killed leaves each copy whole or gone, and the next one finishes`()
    async throws
  {
    var figures = CampaignFigures()
    try await withFiles(30) { files in
      var random = SeededGenerator(seed: UInt64(Self.kills) + 3)
      for number in 0..<((Self.kills + 4) / 5) {
        let range = Duration.milliseconds(10)...(.milliseconds(80))
        let plan = KillPlan(number: number, within: range, using: &random)
        try await withTemporaryFolder { folder in
          let path = folder.path(of: "container")
          var ingest = IngestRun(into: path, files: files, plan: plan)
          try await ingest.runToTheEnd()
          let arguments = ["inbox", "sweep", "--container", path, "--untaken-age", "1ms"]
          let intake = try #require(CampaignSettings.intake)
          let sweep = try ChildProcess(intake, arguments)
          CampaignSettings.wait(plan.delay)
          sweep.kill()
          _ = try await sweep.wait()
          var audit = ingest.audit()
          audit.removalBegun = Set(audit.reported.map(\.id))
          audit.wholeBatch = nil
          let findings = await audit.findings(at: path, &figures)
          #expect(findings.isEmpty, "\(plan)")

          let next = try await ChildProcess(intake, arguments).wait()
          #expect(next.status == .exited(0))
          #expect(try Files.list("\(path)/attachments").isEmpty)
        }
      }
    }
    print("KillCampaign, sweeps: \(figures)")
  }

  private func withFiles(_ count: Int, _ body: (CampaignFiles) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let paths = try (0..<count).map { index in
        // Most are small, a few are large.
        let size = index % 20 == 0 ? 400_000 + index * 1_000 : 40 + index * index % 9_000
        return try folder.write(.jpeg(bytes: size, seed: UInt64(index)), to: "\(index).jpg")
      }
      try await body(CampaignFiles(paths: paths))
    }
  }
}
