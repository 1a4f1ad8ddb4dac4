/// State on which others wait, each for a condition of its own. All is called under the lock.
protocol WaitingState: Sendable {
  associatedtype Condition: Sendable

  func isMet(_ condition: Condition) -> Bool

  /// One came, who may be released at once.
  mutating func arrive(_ condition: Condition)

  /// One goes on because the condition was met.
  mutating func leave(_ condition: Condition)

  /// One was cancelled.
  mutating func abandon(_ condition: Condition)
}

extension WaitingState {
  mutating func arrive(_ condition: Condition) {}
  mutating func leave(_ condition: Condition) {}
  mutating func abandon(_ condition: Condition) { leave(condition) }
}
