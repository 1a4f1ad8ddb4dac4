extension IntakeError {
  /// An all-or-nothing batch of `count` rows of which `found` are left to reveal.
  package static func notWhole(_ found: Int, of count: Int) -> IntakeError {
    IntakeError(
      .catalogFailed, at: .commit,
      """
      the catalog holds \(found) of the \(count) attachments of the batch: another process took this one \
      for dead, and removed the others; see that nothing cleans up in the container's folder owners, and \
      that all its processes are on one machine
      """)
  }
}
