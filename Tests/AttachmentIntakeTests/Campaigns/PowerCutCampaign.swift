import IntakeTesting
import Testing

/// A kill does not test a power cut: the calls of real processes are recorded, and what may be on the disk
/// after some of them is made, opened and checked (P8).
///
/// `INTAKE_POWER_CUTS` says how many cuts to try.
@Suite(
  .timeLimit(.minutes(30)), .serialized,
  .enabled(if: CallTrace.isPossible, "strace is missing, or may not trace"))
struct PowerCutCampaign {
  static let cuts = CampaignSettings.count("INTAKE_POWER_CUTS", default: 60)

  @Test(
    .enabled(if: CampaignSettings.intake != nil, "the command was not built"),
    arguments: RecordedShare.Life.allCases)
  func `whatever of the unsynced survives, what was handed over is whole, and nothing else is left`(
    life: RecordedShare.Life
  ) async throws {
    let intake = try #require(CampaignSettings.intake)
    try await withTemporaryFolder { folder in
      let sources = try (0..<10).map { index in
        let content = SampleContent.jpeg(bytes: 50 + index * index * 700, seed: UInt64(index))
        return try folder.write(content, to: "sources/\(index).jpg")
      }
      let share = try withTemporaryFolder {
        try RecordedShare(life, sources: sources, in: $0, intake: intake)
      }
      var random = SeededGenerator(seed: UInt64(Self.cuts))
      var figures = CampaignFigures()
      let lives = RecordedShare.Life.allCases.count
      for number in 0..<((Self.cuts + lives - 1) / lives) {
        let moment = share.history.moments.randomElement(using: &random) ?? 0
        let cut = moment + Int.random(in: 0...1, using: &random)
        let seed = random.next()
        try await withTemporaryFolder { image in
          var crash = CrashImage(of: share.history, cutAt: cut, seed: seed)
          try crash.write(to: image)
          let audit = share.audit(cutAt: cut)
          figures.reported += audit.reported.count
          let findings = await audit.findings(at: image.path(of: "container"), &figures)
          #expect(findings.isEmpty, "\(life), number \(number), cut at \(cut), seed \(seed)")
        }
      }
      print("PowerCutCampaign, \(life): \(figures)")
    }
  }
}
