import IntakeModel

/// What became of one source of an evidence archive: a log that is missing is as visible as one that is there.
package struct SourceReport: Sendable, Hashable {
  /// Such as `results` or `device`.
  package var name: String
  package var state: State
  /// How often something was replaced or left out because it is nobody's business.
  package var redactions: Int
  /// What else a reader should know, one sentence; never content.
  package var note: String?
  package var memberCount: Int
  package var bytes: Int64

  package init(
    name: String, state: State, redactions: Int = 0, note: String? = nil, memberCount: Int = 0,
    bytes: Int64 = 0
  ) {
    self.name = name
    self.state = state
    self.redactions = redactions
    self.note = note
    self.memberCount = memberCount
    self.bytes = bytes
  }

  package enum State: Sendable, Hashable {
    /// All of it is in the archive.
    case present
    /// It was larger than its budget, and was cut after so many bytes.
    case truncated(at: Int64)
    /// It did not end within so many seconds; what came until then is in the archive.
    case timedOut(afterSeconds: Int64)
    /// There was none.
    case absent
    /// It could not be read; the note says why.
    case failed

    package static let names = ["present", "truncated", "timed-out", "absent", "failed"]

    package var name: String {
      switch self {
      case .present: "present"
      case .truncated: "truncated"
      case .timedOut: "timed-out"
      case .absent: "absent"
      case .failed: "failed"
      }
    }
  }

  /// Whether something is missing that a reader may miss.
  package var isGap: Bool { state != .present }

  /// One sentence for a person.
  package var text: String {
    let size =
      "\(memberCount) \(memberCount == 1 ? "member" : "members"), \(ByteCount(bytes: bytes))"
    let what =
      switch state {
      case .present: size
      case .truncated(let limit): "cut after \(ByteCount(bytes: limit)); \(size)"
      case .timedOut(let seconds): "did not end within \(seconds) s; \(size)"
      case .absent: "absent"
      case .failed: "failed; \(size)"
      }
    return
      ([what] + (redactions > 0 ? ["redacted \(redactions) times"] : []) + (note.map { [$0] } ?? []))
      .joined(separator: "; ")
  }
}
