import Synchronization

/// Names for programs, each given once, and no longer than the 15 characters that the system keeps.
enum ProgramName {
  private static let last = Atomic(0)

  static func next() -> String { "validate-\(last.add(1, ordering: .relaxed).newValue)" }
}
