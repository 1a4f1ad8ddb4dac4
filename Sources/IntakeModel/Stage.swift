/// A step on the way of an attachment, in the order in which they are taken.
public enum Stage: String, Sendable, CaseIterable, Hashable {
  case selection
  case loading
  case copying
  case validation
  case commit
  case handoff
  case retention
}
