import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// A process that may open only so many files: each attachment has an outcome, and what is stored is whole.
///
/// In processes of their own, since the limit is of the whole process.
@Suite(
  .timeLimit(.minutes(5)), .enabled(if: CampaignSettings.intake != nil, "the command was not built")
)
struct DescriptorTests {
  @Test(arguments: [6, 8, 12, 14, 16, 18, 20, 22, 24, 28, 32])
  func `with few descriptors attachments are stored or refused, and the container stays whole`(
    limit: Int
  ) async throws {
    let intake = try #require(CampaignSettings.intake)
    try await withTemporaryFolder { folder in
      let files = try (0..<40).map {
        try folder.write(.jpeg(bytes: 500 + 100 * $0, seed: UInt64($0)), to: "\($0).jpg")
      }
      let path = folder.path(of: "container")
      let arguments = ["ingest", "--container", path, "--json"] + files
      let limited = try ChildProcess(intake, arguments, limits: .init(descriptors: limit))
      let ending = try await limited.wait()
      let outcomes = ending.output.split(separator: "\n")
      let stored = ReportedCopy.all(in: ending.output)
      if outcomes.isEmpty {
        // Not even the container, or the program, could be opened.
        #expect(ending.status != .exited(0))
        #expect(!ending.errorOutput.isEmpty)
      } else {
        #expect(outcomes.count == 40)
        #expect(ending.status == .exited(stored.count == 40 ? 0 : 1))
        for line in outcomes where JSONLine.string("result", in: line) == "refused" {
          #expect(JSONLine.string("code", in: line) == "too-many-open-files")
        }
      }
      var figures = CampaignFigures()
      var audit = ContainerAudit()
      audit.reported = stored
      #expect(await audit.findings(at: path, &figures).isEmpty)

      let ample = try await ChildProcess(intake, arguments).wait()
      #expect(ReportedCopy.all(in: ample.output).count == 40)
    }
  }
}
