#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension BenchOptions {
  /// What is wrong with the arguments.
  struct UsageError: Error {
    let message: String
  }

  /// - Throws: ``UsageError``.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    if let folder = Self.variable("BENCH_FOLDER") { self.folder = folder }
    if let shared = Self.variable("INTAKE_SHARED") { self.shared = shared }
    var rest = Array(arguments)[...]
    while let option = rest.popFirst() {
      switch option {
      case "--full": isFull = true
      case "--write": writesBaseline = true
      default:
        guard let value = rest.popFirst() else {
          throw UsageError(
            message: option.hasPrefix("--")
              ? "'\(option)' needs a value, or there is no such option"
              : "'\(option)' is no option")
        }
        try set(option, to: value)
      }
    }
    folder = Programs.absolute(folder)
    shared = Programs.absolute(shared)
  }

  private mutating func set(_ option: String, to value: String) throws(UsageError) {
    switch option {
    case "--scenario":
      var chosen: [Scenario] = []
      for name in Self.list(value) {
        guard let scenario = Scenario(rawValue: name) else {
          throw UsageError(message: "there is no scenario '\(name)'")
        }
        chosen.append(scenario)
      }
      self.chosen = chosen
    case "--runs": runs = try Self.number(option, value, in: 1...100)
    case "--scale": scale = try Self.number(option, value, in: 1...100)
    case "--jobs":
      var chosen: [Int] = []
      for text in Self.list(value) { chosen.append(try Self.number(option, text, in: 1...256)) }
      jobs = chosen
    case "--durability":
      for name in Self.list(value) where !["none", "group", "each"].contains(name) {
        throw UsageError(message: "there is no durability '\(name)'")
      }
      durabilities = Self.list(value)
    case "--tools": tools = value
    case "--json": json = value
    case "--html": html = value
    case "--markdown": markdown = value
    case "--baseline": baseline = value
    default: throw UsageError(message: "there is no option '\(option)'")
    }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map(String.init)
  }

  private static func number(
    _ option: String, _ text: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        message: "'\(option)' takes a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }
}
