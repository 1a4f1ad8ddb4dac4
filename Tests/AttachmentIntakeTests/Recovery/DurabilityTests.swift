import IntakeModel
import IntakeTesting
import Testing

/// What the system is asked to put on the disk, by the calls of a real process (P8).
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: CallTrace.isPossible, "strace is missing, or may not trace"),
  .enabled(if: CampaignSettings.intake != nil, "the command was not built"))
struct DurabilityTests {
  @Test(arguments: Durability.allCases)
  func `content and names are synced as the durability says, and each content once`(
    durability: Durability
  ) throws {
    let intake = try #require(CampaignSettings.intake)
    let count = 40
    try withTemporaryFolder { folder in
      let files = try (0..<count).map {
        try folder.write(.jpeg(bytes: 2_000, seed: UInt64($0)), to: "sources/\($0).jpg")
      }
      let share = try folder.makeFolder("share")
      let arguments = ["ingest", "--container", "\(share)/container", "--json"]
      let (trace, ending) = try CallTrace.recording(
        intake, arguments + ["--durability", durability.rawValue] + files)
      #expect(ReportedCopy.all(in: ending.output).count == count)
      var history = DiskHistory(of: share)
      history.append(trace)
      let names = try folder.list("share/container/attachments")
      let copies = names.map { history.synchronisations(of: "container/attachments/\($0)") }
      let folders = history.synchronisations(of: "container/attachments")
      switch durability {
      case .none:
        #expect(copies.allSatisfy { $0 == 0 } && folders == 0)
      case .group:
        #expect(copies.allSatisfy { $0 == 1 })
        #expect(folders >= 1 && folders <= count / 2)
      case .each:
        #expect(copies.allSatisfy { $0 == 1 })
        #expect(folders == count)
      }
    }
  }
}
