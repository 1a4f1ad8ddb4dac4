import Synchronization

/// The shape of swift-metrics' `Gauge`, as far as the recipe uses it.
struct Gauge {
  let label: String
  let dimensions: [(String, String)]

  init(label: String, dimensions: [(String, String)] = []) {
    self.label = label
    self.dimensions = dimensions
  }

  func record(_ value: some BinaryInteger) {
    let name = ([label] + dimensions.map { "\($0.0)=\($0.1)" }).joined(separator: " ")
    MetricsBook.current?.record(name, Int64(value))
  }
}

/// What was recorded, for one test.
final class MetricsBook: Sendable {
  @TaskLocal static var current: MetricsBook?
  private let values = Mutex<[String: Int64]>([:])

  var recorded: [String: Int64] { values.withLock { $0 } }

  func record(_ name: String, _ value: Int64) { values.withLock { $0[name] = value } }
}
