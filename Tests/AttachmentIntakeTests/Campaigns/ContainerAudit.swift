import AttachmentIntake
import IntakeModel
import IntakeTesting

/// What must hold of a container after a crash, once it is opened again.
struct ContainerAudit {
  /// Copies that were handed over, and must be there whole.
  var reported: [ReportedCopy] = []
  /// Copies whose removal was asked for; those among ``reported`` may be there or not.
  var removalBegun: Set<AttachmentID> = []
  /// Copies whose removal was reported, and which must not come back.
  var removed: Set<AttachmentID> = []
  /// The number of copies in each batch, which is all or nothing.
  var wholeBatch: Int?
  /// Whether copies without durability may be damaged, since the power was cut.
  var isPowerCut = false
  /// Whether rows may be lost too.
  var mayLoseRows = false
  /// Whether rows that were lost may leave files, which a sweep finds once they are a day old.
  var mayHaveOrphans = false
  /// Whether a reader's lease may be there that has its own end, which has come by now.
  var mayHaveLeases = false
  /// Owners that are alive beside this.
  var liveOwners = 0

  /// Opens the container at `path`, and says what is wrong with it.
  ///
  /// - Parameter figures: Counts what the recovery had to do.
  func findings(at path: String, _ figures: inout CampaignFigures) async -> [String] {
    var findings: [String] = []
    figures.audits += 1
    do {
      let container = try await SharedContainer.open(
        at: path, systemRun: isPowerCut ? "after the power cut" : nil)
      figures.add(container.recovery)
      do {
        findings += try await check(container, path)
      } catch {
        findings.append("\(error)")
      }
      await container.close()
      let again = try await SharedContainer.open(at: path)
      if !again.recovery.isClean { findings.append("a second recovery: \(again.recovery)") }
      await again.close()
    } catch {
      findings.append("opening: \(error)")
    }
    return findings
  }

  private func check(_ container: SharedContainer, _ path: String) async throws -> [String] {
    var findings: [String] = []
    try await container.catalog.verify()
    if mayHaveLeases { _ = try await container.catalog.returnLeases(of: [], now: .max) }
    let found = try await readAll(container, &findings)
    if mayHaveOrphans { try await sweepAfterGrace(path) }
    for copy in reported where !removalBegun.contains(copy.id) {
      guard let row = found.whole.first(where: { $0.id == copy.id }) else {
        if !mayLoseRows { findings.append("\(copy.id) was reported, and is not there") }
        continue
      }
      let attachment = row.attachment
      if attachment.size.bytes != copy.size || "\(attachment.digest)" != copy.digest {
        findings.append("\(copy.id) is not what was reported")
      }
    }
    let ids = Set(found.whole.map(\.id))
    for id in removed where ids.contains(id) { findings.append("\(id) was removed, and is back") }
    for (batch, count) in found.batches where count != wholeBatch ?? count {
      findings.append("\(count) of an all-or-nothing batch \(batch)")
    }
    findings += try await checkFolders(container, path, rows: found.whole)
    return findings
  }

  /// Sweeps as a process does once the day is over that files without a row have.
  private func sweepAfterGrace(_ path: String) async throws {
    let time = StandingTime()
    time.advance(by: DocumentLibrary.gracePeriod * 2)
    let later = try await SharedContainer.open(
      at: path, time: time, systemRun: isPowerCut ? "after the power cut" : nil)
    _ = try await Inbox(later).sweep(by: RetentionRule(untakenAge: nil))
    await later.close()
  }

  /// Reads everything that was handed over, and checks it.
  private func readAll(
    _ container: SharedContainer, _ findings: inout [String]
  ) async throws -> (batches: [BatchID: Int], whole: [CatalogRecord]) {
    let inbox = Inbox(container)
    var batches: [BatchID: Int] = [:]
    var whole: [CatalogRecord] = []
    var last: CatalogRecord?
    while true {
      let page = try await inbox.list(after: last, limit: 500)
      guard let final = page.last else { break }
      last = final
      for row in page {
        batches[row.batch, default: 0] += 1
        if row.state == .taken {
          findings.append("\(row.id) is still taken")
        }
        do {
          let reader = try await inbox.open(row.id)
          while try await reader.next() != nil {}
          whole.append(row)
        } catch let error as IntakeError where error.code == .digestMismatch {
          if !isPowerCut || row.durability != .none { findings.append("\(error)") }
        }
      }
    }
    let damaged = try await inbox.removals().filter { $0.reason == .damaged }.count
    let expected = batches.values.reduce(0, +) - whole.count
    if damaged != expected {
      findings.append("\(expected) are damaged, and \(damaged) are recorded")
    }
    return (batches, whole)
  }

  /// Every file has a row and every row its file, and nothing of the dead is left.
  private func checkFolders(
    _ container: SharedContainer, _ path: String, rows: [CatalogRecord]
  ) async throws -> [String] {
    var findings: [String] = []
    let files = Set(try Files.list("\(path)/attachments"))
    let names = Set(rows.map { "\($0.storedName)" })
    for name in files.subtracting(names) { findings.append("\(name) has no row") }
    for name in names.subtracting(files) { findings.append("\(name) has no file") }
    let owners = try Files.list("\(path)/owners").count
    if owners > 1 + liveOwners { findings.append("\(owners - 1) owner files are left") }
    if liveOwners == 0 {
      let staged = try Files.list("\(path)/staging")
      if !staged.isEmpty { findings.append("\(staged.count) staged files are left") }
      let unseen = try await container.catalog.records(
        in: [.pending, .hidden, .removing], batch: nil, after: nil, limit: 10)
      if !unseen.isEmpty { findings.append("rows are left in \(Set(unseen.map(\.state)))") }
      let totals = try await container.totals()
      if totals.count != rows.count { findings.append("\(totals.count) in the totals") }
    }
    return findings
  }
}
