/// The shape of swift-log's `Logger`, as far as the recipe uses it; it keeps what it is given.
final class LogBook {
  var lines: [String] = []
}

struct Logger {
  let book: LogBook

  struct Message: ExpressibleByStringInterpolation, CustomStringConvertible {
    let description: String
    init(stringLiteral value: String) { description = value }
  }

  enum MetadataValue: ExpressibleByStringInterpolation, CustomStringConvertible {
    case string(String)
    init(stringLiteral value: String) { self = .string(value) }
    var description: String {
      switch self {
      case .string(let text): text
      }
    }
  }

  typealias Metadata = [String: MetadataValue]

  func info(_ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil) {
    add("info", message(), metadata())
  }

  func warning(
    _ message: @autoclosure () -> Message, metadata: @autoclosure () -> Metadata? = nil
  ) { add("warning", message(), metadata()) }

  private func add(_ level: String, _ message: Message, _ metadata: Metadata?) {
    let pairs = (metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
    book.lines.append("\(level) \(message)\(pairs.joined())")
  }
}
