import Archives
package import IntakeModel

/// What an evidence archive holds, as it was found. Nothing of it is to be trusted, nothing is written to disk.
package struct EvidenceContent: Sendable {
  package struct Member: Sendable, Hashable {
    package var path: EvidencePath
    package var size: Int64
    package var digest: ContentDigest
    package var time: Int64?
  }

  package var format: EvidenceFormat?
  /// In the order of the archive, each name once.
  package var members: [Member] = []
  /// The content of the members that were asked for.
  package var kept: [String: [UInt8]] = [:]
  /// What is wrong with the archive itself, one sentence each; at most a hundred.
  package var faults: [String] = []
  /// Whether all of it could be read.
  package var isComplete = false
  /// Whether this program would write the same bytes; `nil` where that was not asked, or makes no sense.
  package var isCanonical: Bool?

  package subscript(path: String) -> Member? {
    members.first { $0.path.text == path }
  }

  /// Reads an archive.
  ///
  /// - Parameters:
  ///   - path: The archive.
  ///   - keep: Which members to hold in memory, and how many bytes of each at most.
  ///   - checksBytes: Whether to write it again, in thought, and compare.
  ///   - stopAfter: A member behind which nothing is read.
  /// - Throws: ``EvidenceError`` where there is no such file, `CancellationError`. What is wrong with the archive is
  ///   in ``faults``.
  @concurrent
  package static func read(
    _ path: String, keep: [String: Int], checksBytes: Bool = false, stopAfter: String? = nil
  ) async throws -> EvidenceContent {
    var reading = try EvidenceReading(
      file: ArchiveFile(path), keep: keep, checksBytes: checksBytes, stopAfter: stopAfter)
    return try reading.read()
  }

  /// The members that seal an archive, which everything else is checked by.
  package static let sealing = Dictionary(
    uniqueKeysWithValues: SealingMember.allCases.map { ($0.rawValue, SealingMember.maximumSize) })
}
