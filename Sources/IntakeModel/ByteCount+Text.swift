extension ByteCount: CustomStringConvertible {
  /// The count with three digits and a binary unit, such as `2.93 MiB`; exact below 1,024 bytes.
  public var description: String {
    if bytes < 1024 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    var value = Double(bytes) / 1024
    var unit = 0
    while value >= 1023.5, unit + 1 < units.count {
      value /= 1024
      unit += 1
    }
    return "\(Self.threeDigits(value)) \(units[unit])"
  }

  /// The count with its exact number where the short form rounds it, such as `2.93 MiB (3072000 bytes)`.
  package var exactDescription: String { bytes < 1024 ? description : "\(self) (\(bytes) bytes)" }

  private static func threeDigits(_ value: Double) -> String {
    // By hand, since a formatter would bring Foundation and its locale data into every process.
    let scale = value < 9.995 ? 100 : value < 99.95 ? 10 : 1
    let scaled = Int(value * Double(scale) + 0.5)
    guard scale > 1 else { return "\(scaled)" }
    let fraction = "\(scaled % scale)"
    let width = scale == 100 ? 2 : 1
    let zeros = String(repeating: "0", count: width - fraction.count)
    return "\(scaled / scale).\(zeros)\(fraction)"
  }
}

extension ByteCount: LosslessStringConvertible {
  /// Reads a count as a person writes it: `4096`, `64K`, `64KiB`, `1.5 GB`, `10 bytes`.
  ///
  /// `K`, `M`, `G`, `T`, `P`, `E` and their `iB` forms are binary; `kB`, `MB` to `EB` are decimal.
  /// Returns `nil` for anything else, for a negative number, and for more than 2^63 - 1 bytes.
  public init?(_ text: String) {
    let trimmed = text.trimmingSpaces()
    let number = trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = Self.unit(String(trimmed.dropFirst(number.count)).trimmingSpaces()) else {
      return nil
    }
    if let whole = Int64(number) {
      let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
      if overflow { return nil }
      self.init(bytes: product)
    } else {
      guard let value = Double(number), value * Double(unit) + 0.5 < 0x1p63 else { return nil }
      self.init(bytes: Int64(value * Double(unit) + 0.5))
    }
  }

  private static func unit(_ name: String) -> Int64? {
    // Other letters, such as the Kelvin sign, have ASCII ones as their lowercase.
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return switch name.lowercased() {
    case "", "b", "byte", "bytes": 1
    case "k", "kib": 1 << 10
    case "m", "mib": 1 << 20
    case "g", "gib": 1 << 30
    case "t", "tib": 1 << 40
    case "p", "pib": 1 << 50
    case "e", "eib": 1 << 60
    case "kb": 1_000
    case "mb": 1_000_000
    case "gb": 1_000_000_000
    case "tb": 1_000_000_000_000
    case "pb": 1_000_000_000_000_000
    case "eb": 1_000_000_000_000_000_000
    default: nil
    }
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    var part = self[...]
    while part.first == " " { part.removeFirst() }
    while part.last == " " { part.removeLast() }
    return String(part)
  }
}
