package import IntakeModel

/// What an evidence archive holds, where it comes from, and what is missing: its member `manifest.json`.
package struct Manifest: Sendable, Hashable {
  package var change: Change
  package var verdict: EvidenceVerdict
  /// The time of all members, in seconds since the start of 1970.
  package var time: Int64
  package var sources: [SourceReport]
  /// All but the sealing members, in the order of their paths.
  package var members: [EvidenceMember]
  /// See ``ContentListing``.
  package var contentDigest: ContentDigest

  package init(
    change: Change, verdict: EvidenceVerdict, time: Int64, sources: [SourceReport],
    members: [EvidenceMember]
  ) throws(EvidenceError) {
    self.change = change
    self.verdict = verdict
    self.time = time
    self.sources = sources
    self.members = members.sorted { $0.path < $1.path }
    contentDigest = try ContentListing.digest(of: members)
  }

  /// The version of the shape that ``json`` has. Members may be added within a version.
  package static let version: Int64 = 1
}
