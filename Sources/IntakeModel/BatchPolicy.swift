/// What becomes of a batch in which some attachments are refused.
public enum BatchPolicy: String, Sendable, CaseIterable, Hashable {
  /// Each attachment that succeeds is kept and handed over at once.
  case keep
  /// Nothing is visible until all have succeeded; one refusal leaves nothing behind.
  ///
  /// What is stored is remembered until the batch is decided and delivered: 200 to 400 bytes of memory for
  /// each attachment, whatever its size. With ``keep``, memory does not grow with the number.
  case allOrNothing = "all-or-nothing"
}

/// The order in which outcomes reach the caller.
public enum OutcomeOrder: String, Sendable, CaseIterable, Hashable {
  /// As they are finished.
  case asCompleted = "as-completed"
  /// In the order of the attachments. An outcome waits for those before it, within the window.
  case asGiven = "as-given"
}
