/// Durations as a person writes and reads them. By hand, since a formatter would bring Foundation.
package enum DurationText {
  private static let units: [(name: String, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// Reads `30s`, `5m`, `2h`, `7d`, `250ms` and sums such as `1h30m`; a plain number is seconds.
  ///
  /// - Returns: `nil` for anything else, for zero, and for more than a thousand years.
  package static func read(_ text: String) -> Duration? {
    var rest = Substring(text)
    var total: Int64 = 0
    if let seconds = wholeNumber(rest) { return duration(milliseconds: seconds, times: 1_000) }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard let number = wholeNumber(digits), let factor = milliseconds(in: unit) else {
        return nil
      }
      let (part, overflow) = number.multipliedReportingOverflow(by: factor)
      let (sum, tooMuch) = total.addingReportingOverflow(part)
      if overflow || tooMuch { return nil }
      total = sum
    }
    return duration(milliseconds: total, times: 1)
  }

  private static func wholeNumber(_ digits: Substring) -> Int64? {
    digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(digits) : nil
  }

  private static func milliseconds(in unit: Substring) -> Int64? {
    if unit == "ms" { return 1 }
    return units.first { $0.name == unit }.map { $0.seconds * 1_000 }
  }

  private static func duration(milliseconds: Int64, times factor: Int64) -> Duration? {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(by: factor)
    let longest: Int64 = 1_000 * 365 * 86_400 * 1_000
    guard !overflow, (1...longest).contains(product) else { return nil }
    return .milliseconds(product)
  }

  /// The duration as ``read(_:)`` reads it, exact to the millisecond: `15m`, `1h30m`, `250ms`.
  package static func exact(_ duration: Duration) -> String {
    let (whole, fraction) = duration.components
    var seconds = whole
    var text = ""
    for unit in units where seconds >= unit.seconds {
      text += "\(seconds / unit.seconds)\(unit.name)"
      seconds %= unit.seconds
    }
    let milliseconds = fraction / 1_000_000_000_000_000
    if milliseconds > 0 { text += "\(milliseconds)ms" }
    return text.isEmpty ? "0s" : text
  }

  /// The duration in about three digits, for reports: `0.42 s`, `12.3 s`, `3 m 20 s`, `2 h 5 m`.
  package static func rounded(_ duration: Duration) -> String {
    let hundredths = max(0, Int64(seconds(duration) * 100 + 0.5))
    if hundredths < 1_000 {
      let fraction = hundredths % 100
      return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
    }
    if hundredths < 6_000 { return "\(hundredths / 100).\(hundredths % 100 / 10) s" }
    return coarse(duration)
  }

  /// The duration in its two largest units, whole: `5 s`, `3 m 20 s`, `2 h 5 m`, `4 d 3 h`.
  package static func coarse(_ duration: Duration) -> String {
    // A guess of centuries is no news; the bound keeps the conversion from trapping.
    var rest = Int64(min(max(0, seconds(duration)), 1e10) + 0.5)
    guard let first = units.firstIndex(where: { rest >= $0.seconds }) else { return "0 s" }
    var parts: [String] = []
    for unit in units[first...].prefix(2) {
      if rest >= unit.seconds { parts.append("\(rest / unit.seconds) \(unit.name)") }
      rest %= unit.seconds
    }
    return parts.joined(separator: " ")
  }

  /// The duration as a number of seconds.
  package static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }
}
