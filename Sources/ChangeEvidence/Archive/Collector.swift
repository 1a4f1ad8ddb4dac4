package import IntakeModel

/// A source of members for an evidence archive: results, device logs, a contract.
///
/// It runs on a thread of its own, so that it may block, and at the same time as others, on which it must not depend.
/// If it takes longer than its time limit, what it has added until then stays, and the export goes on without it; later
/// calls of its output fail.
package struct Collector: Sendable {
  /// Such as `results`; members know their source by it.
  package var name: String
  /// The most bytes of all its members.
  package var budget: ByteCount
  package var timeLimit: Duration
  /// What its members are checked for: one in which something is found stays out.
  package var privacy: PrivacyCheck? = PrivacyCheck()
  /// What may be found in it all the same; never a word that the caller named.
  package var allowed: Set<PrivacyFinding.Kind> = []
  /// Adds the members.
  ///
  /// An ``EvidenceError`` that it throws is told to the person who exports, but never put into the archive.
  package var collect: @Sendable (CollectorOutput) throws -> Void

  package init(
    _ name: String, budget: ByteCount = EvidenceLimits.collectorBudget,
    timeLimit: Duration = EvidenceLimits.collectorTime,
    collect: @escaping @Sendable (CollectorOutput) throws -> Void
  ) {
    self.name = name
    self.budget = budget
    self.timeLimit = timeLimit
    self.collect = collect
  }

  /// A source that there is none of.
  ///
  /// - Parameter note: Why, one sentence without content.
  package static func absent(_ name: String, note: String? = nil) -> Self {
    Self(name) { $0.markAbsent(note: note) }
  }

  /// One member that is there already.
  package static func member(
    _ path: String, _ bytes: [UInt8], source: String, privacy: PrivacyCheck? = PrivacyCheck()
  ) -> Self {
    var collector = Self(source) { try $0.add(path, bytes) }
    collector.privacy = privacy
    return collector
  }
}

/// The limits of evidence archives. This is the one place where they stand.
package enum EvidenceLimits {
  /// 256 MiB for each source: weeks of logs of one app, and four of them fit on a runner's disk.
  package static let collectorBudget = ByteCount.mebibytes(256)
  /// Five minutes for each source: a log of 2 GB takes half a minute of a processor, which others may want too.
  package static let collectorTime = Duration.seconds(300)
  /// 50,000 members: five times what a large change brings; their manifest has some 8 MB.
  package static let members = 50_000
  /// 1 GiB may come out of an archive however small it is: logs repeat themselves, and a few sources at their budget
  /// must still verify. It takes some seconds and no memory.
  static let freeBytes: Int64 = 1 << 30
  /// The most bytes of a member that `show` prints.
  package static let shownBytes = 64 << 20
}
