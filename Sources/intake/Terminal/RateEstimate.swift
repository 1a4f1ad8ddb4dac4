import IntakeModel

/// The rate of something that comes in gusts, smoothed.
package struct RateEstimate: Sendable {
  /// About how far back the estimate looks.
  private static let memory = 3.0
  private var last: (bytes: Int64, time: Duration)?
  /// Bytes a second; `nil` until there are two moments to compare.
  package private(set) var bytesPerSecond: Double?

  package init() {}

  /// Notes that `bytes` were done by `time`, which is counted from any one moment.
  package mutating func note(bytes: Int64, at time: Duration) {
    guard let last else {
      self.last = (bytes, time)
      return
    }
    let seconds = DurationText.seconds(time - last.time)
    guard seconds > 0 else { return }
    let rate = Double(max(0, bytes - last.bytes)) / seconds
    // The weight grows with the time that the newest rate stands for, so that the pace of calls is
    // nothing.
    let weight = seconds / (seconds + Self.memory)
    bytesPerSecond = bytesPerSecond.map { $0 + weight * (rate - $0) } ?? rate
    self.last = (bytes, time)
  }

  /// How long `bytes` more will take; `nil` if nothing moves.
  package func timeLeft(for bytes: Int64) -> Duration? {
    guard let bytesPerSecond, bytesPerSecond >= 1 else { return nil }
    return .seconds(min(Double(max(0, bytes)) / bytesPerSecond, 1e9))
  }
}
