import Archives
package import Digests
package import IntakeModel
import ShareContract

/// Bundles what shows that a change works into one archive.
///
/// The same inputs give the same bytes, whatever the time zone, the locale, the user and the folder. Memory does not
/// grow with the size of the members, only with their number.
package struct EvidenceExport: Sendable {
  package var change: Change
  /// Several run at once; in the archive their order is this one.
  package var collectors: [Collector]
  package var page: EvidencePage
  /// The time of all members, in seconds since the start of 1970. That of the commit, unless the environment says
  /// otherwise by `SOURCE_DATE_EPOCH`.
  package var time: Int64
  package var format: EvidenceFormat
  package var key: Ed25519PrivateKey?
  /// What the page, the manifest, the statements and the name of the branch are checked for.
  package var privacy = PrivacyCheck()

  package init(
    change: Change, collectors: [Collector], page: EvidencePage = EvidencePage(),
    time: Int64? = nil, format: EvidenceFormat = .zip, key: Ed25519PrivateKey? = nil
  ) {
    self.change = change
    self.collectors = collectors
    self.page = page
    self.time = time ?? change.time
    self.format = format
    self.key = key
  }

  /// What was written.
  package struct Result: Sendable {
    package var manifest: Manifest
    /// Of the archive.
    package var size: Int64
    /// Of the archive.
    package var digest: ContentDigest
    /// What to tell the person who exports: why a source failed. May hold names and paths.
    package var warnings: [String]
  }

  /// Writes the archive: to a hidden file beside `path`, which is synced and gets its name when it is whole. After an
  /// error or a cancellation nothing is left.
  ///
  /// - Parameters:
  ///   - path: Where to.
  ///   - replaces: Whether a file of that name is replaced; otherwise it is an error.
  ///   - progress: Called as members are written, with the number of bytes so far and of all.
  /// - Throws: ``EvidenceError``, `CancellationError`.
  @concurrent
  package func write(
    to path: String, replacing replaces: Bool,
    progress: @Sendable (_ written: Int64, _ total: Int64) -> Void = { _, _ in }
  ) async throws -> Result {
    // Early, so that nobody waits for collectors in vain.
    let file = try EvidenceFile(path, replacing: replaces)
    let folder = EvidenceFile.folder(of: path)
    let spool = try Spool(in: folder)
    var gathered = try await gather(spoolingIn: folder)
    let change = try withoutContent(change, &gathered)
    try seal(&gathered, change, spool)
    let (size, digest) = try writeArchive(gathered.kept, file, progress)
    try Task.checkCancellation()
    try file.finish()
    guard let manifest = gathered.manifest else { throw EvidenceError("there is no manifest") }
    return Result(manifest: manifest, size: size, digest: digest, warnings: gathered.warnings)
  }

  private struct Gathered {
    var kept: [CollectorOutput.Kept] = []
    var members: [EvidenceMember] = []
    var sources: [SourceReport] = []
    var warnings: [String] = []
    var doubts: [String] = []
    var manifest: Manifest?
  }

  /// The change with a pseudonym for a branch that is called after somebody, or whatever else a name can tell.
  private func withoutContent(_ change: Change, _ gathered: inout Gathered) throws -> Change {
    guard let branch = change.branch,
      let finding = privacy.findings(in: Array(branch.utf8), of: "branch").first
    else { return change }
    let digest = try StreamDigest.of(Array("branch \(change.commit) \(branch)".utf8))
    var change = change
    change.branch = "branch-\(digest.description.prefix(12))"
    gathered.warnings.append(
      "the name of the branch looks like content of a user (\(finding.kind.rawValue)); it is called "
        + "'\(change.branch ?? "")' in the archive")
    gathered.doubts.append(
      "the branch has a pseudonym, since its name looks like content of a user")
    return change
  }

  private func gather(spoolingIn folder: String) async throws -> Gathered {
    var gathered = Gathered()
    let results = try await CollectorLanes.run(collectors, spoolingIn: folder)
    for (collector, result) in zip(collectors, results) {
      gathered.sources.append(result.report)
      gathered.warnings += result.failures
      for kept in result.members {
        gathered.kept.append(kept)
        gathered.members.append(
          EvidenceMember(
            path: kept.path, size: kept.size, digest: kept.digest, source: collector.name))
      }
    }
    try checkNames(gathered.members)
    return gathered
  }

  /// No two members may be one file anywhere, and none may take the place of ours.
  private func checkNames(_ members: [EvidenceMember]) throws(EvidenceError) {
    guard members.count <= EvidenceLimits.members else {
      throw EvidenceError(
        "there are \(members.count) members, more than \(EvidenceLimits.members)")
    }
    let own = SealingMember.allCases.map(\.rawValue) + [EvidencePage.path]
    var names = Dictionary(uniqueKeysWithValues: own.map { ($0, $0) })
    for member in members {
      if let other = names.updateValue(member.path.text, forKey: member.path.caseFolded) {
        throw EvidenceError(
          "\(Quotation.of(member.path.text)) and \(Quotation.of(other)) are one name to "
            + "some systems; rename one of them")
      }
    }
  }

  /// Adds the page, the manifest, and the statements.
  private func seal(_ gathered: inout Gathered, _ change: Change, _ spool: Spool) throws {
    let page = page.limited(
      to: Set(gathered.members.map(\.path.text)), of: Set(gathered.sources.map(\.name)))
    let doubts =
      (change.isClean ? [] : ["the working tree had changes that are in no commit"])
      + gathered.doubts + gathered.sources.filter { $0.isGap }.map { "\($0.name): \($0.text)" }
    let verdict = EvidenceVerdict(objections: page.objections, doubts: doubts)
    let html = page.html(
      change: change, verdict: verdict, sources: gathered.sources, members: gathered.members)
    try add(EvidencePage.path, html, to: &gathered, spool)
    gathered.members += gathered.kept.suffix(1).map {
      EvidenceMember(path: $0.path, size: $0.size, digest: $0.digest, source: "page")
    }

    let manifest = try Manifest(
      change: change, verdict: verdict, time: time, sources: gathered.sources,
      members: gathered.members)
    gathered.manifest = manifest
    let json = manifest.json
    let digest = try StreamDigest.of(json)
    let statement = Statement.changeEvidence(manifest, manifestDigest: digest).json
    try add(SealingMember.manifest.rawValue, json, to: &gathered, spool)
    try add(SealingMember.statement.rawValue, statement, to: &gathered, spool)
    if let key {
      let envelope = try SignedEnvelope(signing: statement, with: key).json
      try add(SealingMember.signedStatement.rawValue, envelope, to: &gathered, spool)
    }
    guard let tests = page.tests, manifest.lists(Statement.attestedResults) else { return }
    let testResult = Statement.testResult(tests, manifest, manifestDigest: digest).json
    try add(SealingMember.testResult.rawValue, testResult, to: &gathered, spool)
    if let key {
      let envelope = try SignedEnvelope(signing: testResult, with: key).json
      try add(SealingMember.signedTestResult.rawValue, envelope, to: &gathered, spool)
    }
  }

  private func add(
    _ path: String, _ bytes: [UInt8], to gathered: inout Gathered, _ spool: Spool
  ) throws {
    // The sources have been checked one by one; this is made of them, of the change and of the arguments.
    let output = CollectorOutput(
      budget: .bytes(bytes.count), spool: spool, privacy: privacy, allowed: Collector.namesOfCode)
    try output.add(path, bytes)
    let (_, members, findings) = output.seal(name: path, .ended)
    guard findings.isEmpty else {
      let list = findings.prefix(5).map(\.description).joined(separator: "; ")
      throw EvidenceError("nothing is written, for what looks like content of a user: \(list)")
    }
    gathered.kept += members
  }

  private func writeArchive(
    _ kept: [CollectorOutput.Kept], _ file: borrowing EvidenceFile,
    _ progress: (Int64, Int64) -> Void
  ) throws -> (size: Int64, digest: ContentDigest) {
    // A closure that escapes cannot hold the file, which is not copied.
    let writer = file.writer()
    let output = ArchiveDigest(write: writer)
    var archive = try ArchiveWriter(format: format.archive, write: output.write)
    let total = kept.reduce(0) { $0 + $1.size }
    var written: Int64 = 0
    for member in kept.sorted(by: { $0.path < $1.path }) {
      var offset = member.offset
      let end = member.offset + member.size
      let header = ArchiveEntryHeader(
        path: try ArchivePath(member.path.text), kind: .file(size: member.size),
        modified: ArchiveTime(seconds: time),
        isCompressible: MemberContent.isCompressible(prefix: member.prefix))
      try archive.add(header) { buffer in
        try Task.checkCancellation()
        let room = UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<Int(min(Int64(buffer.count), end - offset))])
        if room.isEmpty { return 0 }
        let count = try member.spool.read(room, at: offset)
        offset += Int64(count)
        written += Int64(count)
        progress(written, total)
        return count
      }
    }
    try archive.finish()
    return (output.size, try output.digest())
  }
}

/// Passes the bytes of an archive on, and computes their digest.
final class ArchiveDigest {
  private(set) var size: Int64 = 0
  private var hasher: StreamDigest?
  private let next: (UnsafeRawBufferPointer) throws -> Void

  init(write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    next = write
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    if hasher == nil { hasher = try StreamDigest() }
    try hasher?.update(bytes)
    size += Int64(bytes.count)
    try next(bytes)
  }

  /// The digest of all of it. Ends it.
  func digest() throws(EvidenceError) -> ContentDigest {
    guard let hasher = hasher.take() else { return try StreamDigest.of([]) }
    return try hasher.finish()
  }
}
