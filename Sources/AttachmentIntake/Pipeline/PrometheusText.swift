/// A page in the text format of Prometheus, as it grows.
struct PrometheusText {
  private(set) var text = ""
  private let labels: [(name: String, value: String)]

  /// What a metric is to whoever reads it.
  enum Kind: String {
    case counter
    case gauge
  }

  /// - Parameter labels: Labels of every series.
  init(labels: [(name: String, value: String)] = []) { self.labels = labels }

  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: some BinaryInteger) {
    add(name, kind, help, [(labels: [], value: Int64(clamping: value))])
  }

  /// Adds a metric: what it is, then its series.
  mutating func add(
    _ name: String, _ kind: Kind, _ help: String,
    _ series: [(labels: [(name: String, value: String)], value: Int64)]
  ) {
    let name = "attachment_intake_" + name
    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    for (own, value) in series {
      let all = (labels + own).map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
      let braces = all.isEmpty ? "" : "{\(all.joined(separator: ","))}"
      text += "\(name)\(braces) \(value)\n"
    }
  }

  /// Whether a text names a label, and none of those that are kept for Prometheus itself.
  static func isLabel(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first), !name.hasPrefix("__") else {
      return false
    }
    return name.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
        || byte == UInt8(ascii: "_")
    }
  }

  /// In the text of help a quote stands for itself.
  static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += #"\\"#
      case "\n": escaped += #"\n"#
      case "\"" where quotes: escaped += #"\""#
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
