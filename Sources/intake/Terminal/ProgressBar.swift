import IntakeModel

/// Decides when a progress bar is drawn anew, and what it shows.
///
/// Drawing is ``Messages``' work, so that a message never lands in the middle of the bar.
package struct ProgressBar: Sendable {
  /// At most ten times a second: more cannot be read, and costs.
  package static let interval = Duration.milliseconds(100)
  /// What is done by then needs no bar.
  package static let delay = Duration.milliseconds(200)
  private let showsUnicode: Bool
  private var rate = RateEstimate()
  private var drawnAt: Duration?

  package init(showsUnicode: Bool) { self.showsUnicode = showsUnicode }

  /// The line to draw now; `nil` if it is too early for a first one, or for another.
  ///
  /// - Parameters:
  ///   - time: Counted from the start.
  ///   - width: The columns of the terminal. The last one stays empty: some terminals break the
  ///     line there.
  package mutating func line(
    for counts: ProgressCounts, at time: Duration, width: Int
  ) -> String? {
    if time < Self.delay { return nil }
    if let drawnAt, time - drawnAt < Self.interval { return nil }
    drawnAt = time
    rate.note(bytes: counts.bytesDone.bytes, at: time)
    return ProgressLine.text(
      counts, rate: rate, width: max(1, width - 1), showsUnicode: showsUnicode)
  }
}
