/// A step on the way of an attachment, in the order in which they are taken.
public enum Stage: String, Sendable, CaseIterable, Hashable {
  /// The representation to load is chosen from what is declared.
  case selection
  /// The source is asked for content, and delivers it.
  case loading
  /// The content is copied into the container, without a name.
  case copying
  /// The content is held against its type, and opened where that is asked for.
  case validation
  /// The copy gets its name and its row, on the disk where durability asks for that.
  case commit
  /// What is stored is told to the caller, and found, taken and read by hosts.
  case handoff
  /// Copies are removed, and what dead owners left is cleaned up.
  case retention
}
