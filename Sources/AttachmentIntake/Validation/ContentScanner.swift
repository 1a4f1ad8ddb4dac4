/// Tells whether content does harm, as programs against viruses do.
public protocol ContentScanner: Sendable {
  /// Looks at `content`, and does not change it.
  ///
  /// - Throws: `CancellationError` once the task is cancelled.
  func scan(_ content: any LocalContent) async throws(CancellationError) -> ScanResult
}

/// What a scanner said.
public enum ScanResult: Sendable, Hashable {
  /// It found nothing harmful.
  case clean
  /// It found something harmful.
  case infected
  /// It could not tell, for this reason.
  case notScanned(Reason)

  /// Why it said nothing.
  public enum Reason: String, Sendable, CaseIterable, Hashable {
    /// It could not be started.
    case unavailable
    /// It did not come to an end in time.
    case timedOut = "timed-out"
    /// It ended otherwise than it does where it can tell.
    case failed
    /// The content could not be read.
    case contentUnreadable = "content-unreadable"
  }
}
