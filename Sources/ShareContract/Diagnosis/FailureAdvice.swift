package import IntakeModel

/// What a failure means for the chain, and what to do about it.
package struct FailureAdvice: Sendable, Hashable {
  /// The link that it breaks where it ends the intake of an attachment.
  let link: Diagnosis.Link
  /// What it excludes, or what it says.
  package let meaning: String
  /// What to do next.
  package let advice: String
  /// Whether the stage in which it happened decides the link, and ``link`` is only the usual one.
  let followsStage: Bool

  init(
    _ link: Diagnosis.Link, _ meaning: String, _ advice: String, followsStage: Bool = false
  ) {
    self.link = link
    self.meaning = meaning
    self.advice = advice
    self.followsStage = followsStage
  }

  /// What is said of `code`.
  package init(_ code: IntakeError.Code) {
    // Each code has an entry, which a test makes sure of; one that a later version adds is said to be new.
    self =
      Self.entries[code]
      ?? Self(
        .copying, "the code '\(code)' is not known to this version",
        "look the code up in the version that recorded it", followsStage: true)
  }

  /// The codes about which something is said.
  package static var known: Set<IntakeError.Code> { Set(entries.keys) }

  /// The link that is broken by a failure in `stage`.
  func link(at stage: Stage) -> Diagnosis.Link {
    guard followsStage else { return link }
    switch stage {
    case .selection: return .matching
    case .loading: return .loading
    case .copying, .validation, .commit: return .copying
    case .handoff, .retention: return .reading
    }
  }
}
