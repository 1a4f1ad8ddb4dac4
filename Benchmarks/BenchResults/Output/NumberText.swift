/// Numbers as a person reads them. Foundation's formatters are not at hand.
package enum NumberText {
  /// With three significant digits at least.
  package static func short(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let size = abs(value)
    if size >= 100 || value == value.rounded() && size >= 10 { return grouped(value.rounded()) }
    return fixed(value, digits: size >= 10 ? 1 : size >= 0.095 || size == 0 ? 2 : 4)
  }

  /// With so many digits behind the point, at most six.
  package static func fixed(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "–" }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int64((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled != 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = "\(scaled % Int64(scale))"
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(scaled / Int64(scale)).\(zeros)\(fraction)"
  }

  /// A whole number with a comma at each thousand.
  package static func grouped(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "–" }
    var text = ""
    for (place, digit) in "\(Int64(abs(value)))".reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (value < 0 ? "-" : "") + String(text.reversed())
  }
}
