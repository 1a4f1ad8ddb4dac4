import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// Real processes that import documents are killed at random instants, and what they leave is recovered (P8).
///
/// `INTAKE_LIBRARY_KILLS` says how many documents to import, all into one library.
@Suite(
  .timeLimit(.minutes(60)), .serialized,
  .enabled(if: CampaignSettings.intake != nil, "the command was not built"))
struct LibraryKillCampaign {
  static let imports = CampaignSettings.count("INTAKE_LIBRARY_KILLS", default: 60)
  private static let perProcess = 10

  @Test
  func `no entry is without its file, no file without an entry, and nothing imported is lost`()
    async throws
  {
    var random = SeededGenerator(seed: UInt64(Self.imports))
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "container")
      var sources: [String: [UInt8]] = [:]
      let files = try (0..<Self.perProcess).map { number in
        // Text opens, so that whether there are validators makes no difference.
        let content = SampleContent.text(bytes: 200 + number * number * 9_000, seed: UInt64(number))
        sources["\(number).txt"] = content.bytes
        return try folder.write(content, to: "\(number).txt")
      }
      var figures = Figures()
      var reported = try await importAll(files, into: path, killed: .never).reported
      // How long a whole process takes here and now.
      let start = ContinuousClock.now
      reported += try await importAll(files, into: path, killed: .never).reported
      var span = start.duration(to: .now)
      while figures.begun < Self.imports {
        let part = Double.random(in: 0..<1, using: &random)
        let line = Int.random(in: 0..<files.count, using: &random)
        let moment: Moment =
          random.next() % 2 == 0
          ? .after(span * part) : .afterLine(line, .microseconds(part * 3_000))
        let run = try await importAll(files, into: path, killed: moment)
        figures.begun += files.count
        figures.killed += run.isKilled ? 1 : 0
        // The machine's speed changes: killed too late is a kill lost.
        if case .after = moment { span = span * (run.isKilled ? 1.05 : 0.7) }
        reported += run.reported
        let findings = try await audit(path, sources, reported, &figures)
        #expect(findings.isEmpty, "after \(figures.begun) imports")
      }
      print("LibraryKillCampaign: \(figures), \(reported.count) reported")
      if Self.imports >= 200 { #expect(figures.killed > Self.imports / Self.perProcess / 4) }
    }
  }

  private struct Figures: CustomStringConvertible {
    var begun = 0
    var killed = 0
    var completed = 0
    var unfinished = 0
    var interrupted = 0
    var documents = 0

    var description: String {
      "\(begun) imports, \(killed) processes killed, \(completed) imports completed and \(unfinished) taken "
        + "back by recovery, \(interrupted) recorded as interrupted, \(documents) documents"
    }
  }

  private struct Failed: Error { let ending: ChildProcess.Ending }

  /// When a process is killed.
  private enum Moment {
    case never
    case after(Duration)
    /// Some time after it has reported the document at this place, if it ever does.
    case afterLine(Int, Duration)
  }

  private func importAll(
    _ files: [String], into path: String, killed moment: Moment
  ) async throws -> (reported: [ReportedCopy], isKilled: Bool) {
    let intake = try #require(CampaignSettings.intake)
    let process = try ChildProcess(
      intake, ["library", "import", "--container", path, "--json"] + files)
    switch moment {
    case .never: break
    case .after(let delay):
      CampaignSettings.wait(delay)
      process.kill()
    case .afterLine(let line, let delay):
      try? await process.waitForOutput("\"position\":\(line),")
      CampaignSettings.wait(delay)
      process.kill()
    }
    let ending = try await process.wait()
    if case .never = moment, ending.status != .exited(0) { throw Failed(ending: ending) }
    return (ReportedCopy.all(in: ending.output), ending.status != .exited(0))
  }

  /// Opens the library, and says what is wrong with it.
  private func audit(
    _ path: String, _ sources: [String: [UInt8]], _ reported: [ReportedCopy],
    _ figures: inout Figures
  ) async throws -> [String] {
    var findings: [String] = []
    // Killed before there was a container.
    let container = try await SharedContainer.open(at: path)
    figures.completed += container.recovery.completed
    figures.unfinished += container.recovery.unfinished
    if container.recovery.orphans + container.recovery.youngOrphans > 0 {
      findings.append("files without an entry: \(container.recovery)")
    }
    let library = try await DocumentLibrary(container)
    figures.interrupted += library.recovery.interrupted
    if !library.recovery.missing.isEmpty {
      findings.append("\(library.recovery.missing.count) entries without a file")
    }
    let thorough = try await library.recover()
    if !thorough.container.isClean || !thorough.library.isClean {
      findings.append("a second recovery: \(thorough)")
    }
    try await container.catalog.verify()
    let documents = try await library.documents(limit: 100_000)
    figures.documents = documents.count
    let ids = Set(documents.map(\.id))
    for copy in reported where !ids.contains(copy.id) {
      findings.append("\(copy.id) was reported, and is not there")
    }
    for document in documents {
      let bytes = try await library.bytes(of: document.id)
      if bytes != sources[document.displayName ?? ""] {
        findings.append("\(document.id) is another")
      }
    }
    let files = Set(try Files.list("\(path)/attachments"))
    let names = Set(documents.map { String($0.location.dropFirst("attachments/".count)) })
    for name in files.symmetricDifference(names) { findings.append("\(name) is alone") }
    let rest = try await container.catalog.records(
      in: Set(CatalogRecord.State.allCases).subtracting([.kept]), batch: nil, after: nil, limit: 10)
    if !rest.isEmpty { findings.append("rows are left in \(rest.map(\.state))") }
    if try await library.importRecords().contains(where: { $0.ending == .running }) {
      findings.append("imports are recorded as running")
    }
    await container.close()
    return findings
  }
}
