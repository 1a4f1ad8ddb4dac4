import IntakeModel
import ShareContract
import Synchronization

/// Where a collector puts its members. May be used from any thread, one member at a time.
package final class CollectorOutput: Sendable {
  /// A member with its place in the spool.
  struct Kept: Sendable {
    var path: EvidencePath
    var spool: Spool
    var offset: Int64
    var size: Int64
    var digest: ContentDigest
    /// Its first bytes, by which the kind of content is told.
    var prefix: [UInt8]
  }

  private struct State: Sendable {
    var kept: [Kept] = []
    var bytes: Int64 = 0
    var isSealed = false
    var isWriting = false
    var cutAt: Int64?
    var redactions = 0
    var isAbsent = false
    var note: String?
    var findings: [PrivacyFinding] = []
    /// How many members stay out for what was found in them.
    var refusedCount = 0
  }

  private let budget: Int64
  private let spool: Spool
  private let privacy: PrivacyCheck?
  private let allowed: Set<PrivacyFinding.Kind>
  private let state = Mutex(State())

  init(
    budget: ByteCount, spool: Spool, privacy: PrivacyCheck? = nil,
    allowed: Set<PrivacyFinding.Kind> = []
  ) {
    self.budget = budget.bytes
    self.spool = spool
    self.privacy = privacy
    self.allowed = allowed
  }

  /// Adds a member as a whole. One that does not fit into the budget any more is an error, and is not cut.
  ///
  /// - Throws: ``EvidenceError``.
  package func add(_ path: String, _ bytes: [UInt8]) throws {
    let left = state.withLock { budget - $0.bytes }
    guard Int64(bytes.count) <= left else {
      throw EvidenceError(
        "\(Quotation.of(path)) has \(ByteCount(bytes: Int64(bytes.count))), of the budget are left "
          + "\(ByteCount(bytes: max(0, left)))")
    }
    try add(path) { write in try bytes.withUnsafeBytes { try write($0) } }
  }

  /// Adds a member as it comes. One that does not fit into the budget any more is cut, and said to be.
  ///
  /// Holds the piece in hand and nothing more.
  ///
  /// - Parameter produce: Calls the closure that it is given with each piece. What it throws comes out as it is; the
  ///   pieces until then make the member, as far as there were any.
  /// - Throws: ``BudgetExceeded`` where it was cut, ``EvidenceError``.
  package func add(
    _ path: String, _ produce: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    let path = try EvidencePath(path)
    try state.withLock { state throws(EvidenceError) in
      guard !state.isSealed else { throw Self.sealed }
      precondition(!state.isWriting, "a collector adds one member at a time")
      state.isWriting = true
    }
    var writing = MemberWriting(
      in: spool, digest: try StreamDigest(),
      scan: privacy.map { PrivacyScan(path.text, $0) })
    do {
      try produce { try self.write($0, to: &writing) }
    } catch {
      let failure = error
      if writing.size > 0 { try? keep(path, writing) }
      state.withLock { $0.isWriting = false }
      throw failure
    }
    try keep(path, writing)
    state.withLock { $0.isWriting = false }
  }

  /// Says that `count` more places were replaced or left out.
  package func addRedactions(_ count: Int) {
    state.withLock {
      $0.redactions = $0.redactions.addingReportingOverflow(max(0, count)).partialValue
    }
  }

  /// Says what a reader should know: one sentence, without content.
  package func note(_ text: String) { state.withLock { $0.note = text } }

  /// Says that there is nothing to add.
  package func markAbsent(note: String? = nil) {
    state.withLock { state in
      state.isAbsent = true
      state.note = note ?? state.note
    }
  }

  /// Whether its time is over. One that waits for something should ask.
  package var isOver: Bool { state.withLock { $0.isSealed } }

  private static let sealed = EvidenceError("the time of this source is over")

  private func write(_ bytes: UnsafeRawBufferPointer, to writing: inout MemberWriting) throws {
    // Under the lock, so that nothing is appended once the export reads.
    try state.withLock { state in
      guard !state.isSealed else { throw Self.sealed }
      let fitting = UnsafeRawBufferPointer(
        rebasing: bytes[..<Int(min(Int64(bytes.count), budget - state.bytes))])
      try spool.append(fitting)
      try writing.update(fitting)
      state.bytes += Int64(fitting.count)
      if fitting.count < bytes.count {
        state.cutAt = budget
        throw BudgetExceeded()
      }
    }
  }

  private func keep(_ path: EvidencePath, _ writing: consuming MemberWriting) throws {
    let (kept, all) = try writing.finish(path)
    let findings = all.filter { !allowed.contains($0.kind) || $0.kind == .privateWord }
    try state.withLock { state throws(EvidenceError) in
      guard !state.isSealed else { throw Self.sealed }
      if findings.isEmpty {
        state.kept.append(kept)
      } else {
        state.refusedCount += 1
        state.findings += findings.prefix(max(0, 100 - state.findings.count))
      }
    }
  }

  /// Ends it: from now on each call fails.
  ///
  /// - Returns: What became of it; the findings are for the person who exports, and no part of the archive.
  func seal(
    name: String, _ end: CollectorEnd
  ) -> (report: SourceReport, members: [Kept], findings: [PrivacyFinding]) {
    state.withLock { state in
      state.isSealed = true
      var report = SourceReport(
        name: name, state: .present, redactions: state.redactions, note: state.note,
        memberCount: state.kept.count, bytes: state.kept.reduce(0) { $0 + $1.size })
      switch end {
      case .timedOut(let seconds): report.state = .timedOut(afterSeconds: seconds)
      case _ where state.cutAt != nil: report.state = .truncated(at: state.cutAt ?? 0)
      case .failed:
        report.state = .failed
      case .ended where state.refusedCount > 0: report.state = .failed
      case .ended:
        if state.isAbsent || state.kept.isEmpty { report.state = .absent }
      }
      if state.refusedCount > 0 {
        let count = "\(state.refusedCount) \(state.refusedCount == 1 ? "member" : "members")"
        let text = "\(count) with what looks like content of users left out"
        report.note = report.note.map { "\($0); \(text)" } ?? text
      }
      return (report, state.kept, state.findings)
    }
  }
}

/// How a collector came to its end.
enum CollectorEnd: Sendable {
  case ended
  case failed
  case timedOut(seconds: Int64)
}

/// A source is larger than its budget. What fits is kept.
package struct BudgetExceeded: Error, Sendable {}

/// A member while it is written.
private struct MemberWriting: ~Copyable {
  private let spool: Spool
  private let offset: Int64
  private(set) var size: Int64 = 0
  private var digest: StreamDigest
  private var prefix: [UInt8] = []
  private var scan: PrivacyScan?

  /// - Parameter spool: Holds it, from its present end on.
  init(in spool: Spool, digest: consuming StreamDigest, scan: PrivacyScan?) {
    self.spool = spool
    offset = spool.end
    self.digest = digest
    self.scan = scan
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) throws(EvidenceError) {
    try digest.update(bytes)
    scan?.take(bytes)
    size += Int64(bytes.count)
    if prefix.count < MemberContent.prefixLength {
      prefix += bytes.prefix(MemberContent.prefixLength - prefix.count)
    }
  }

  consuming func finish(
    _ path: EvidencePath
  ) throws(EvidenceError) -> (CollectorOutput.Kept, [PrivacyFinding]) {
    let findings = scan?.finish() ?? []
    let (spool, offset, size, prefix) = (spool, offset, size, prefix)
    let digest = try digest.finish()
    return (
      CollectorOutput.Kept(
        path: path, spool: spool, offset: offset, size: size, digest: digest, prefix: prefix),
      findings
    )
  }
}
