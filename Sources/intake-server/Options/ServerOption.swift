import IntakeModel
import UniformTypes

/// One option: its help, and how it is read.
struct ServerOption: Sendable {
  let name: String
  let placeholder: String
  let help: String
  /// What is expected, for what is said where it cannot be read.
  let expected: String
  /// - Returns: Whether the text could be read.
  let read: @Sendable (String, inout ServerOptions) -> Bool

  private init<Value>(
    _ name: String, _ placeholder: String, expected: String, help: String,
    _ parse: @escaping @Sendable (String) -> Value?,
    _ set: @escaping @Sendable (inout ServerOptions, Value) -> Void
  ) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.expected = expected
    read = { text, options in
      guard let value = parse(text) else { return false }
      set(&options, value)
      return true
    }
  }

  private static func size(
    _ name: String, help: String,
    in range: ClosedRange<ByteCount> = .bytes(1)...ByteCount(bytes: .max),
    _ set: @escaping @Sendable (inout ServerOptions, ByteCount) -> Void
  ) -> ServerOption {
    ServerOption(
      name, "SIZE", expected: "a size, such as 64M or 1.5G, that makes sense here", help: help,
      { ByteCount($0).flatMap { range.contains($0) ? $0 : nil } }, set)
  }

  private static func number(
    _ name: String, in range: ClosedRange<Int>, help: String,
    _ set: @escaping @Sendable (inout ServerOptions, Int) -> Void
  ) -> ServerOption {
    ServerOption(
      name, "N", expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      help: help, { Int($0).flatMap { range.contains($0) ? $0 : nil } }, set)
  }

  /// All of them, in the order of the help.
  static let all: [ServerOption] = [
    ServerOption(
      "container", "DIR", expected: "a folder",
      help: "Where attachments go. Made where there is none. Has to be given.",
      { $0.isEmpty ? nil : $0 }, { $0.container = $1 }),
    ServerOption(
      "address", "ADDRESS", expected: "an address", help: "Where to listen. (default: 127.0.0.1)",
      { $0 }, { $0.address = $1 }),
    number(
      "port", in: 0...65_535, help: "The port; 0 for a free one. (default: 8080)",
      { $0.port = UInt16($1) }),
    ServerOption(
      "accept", "TYPE", expected: "a type identifier, such as public.image",
      help: "A type to accept. May be repeated. (default: any)",
      { $0.contains(".") ? TypeIdentifier($0) : nil }, { $0.accepted.append($1) }),
    size(
      "max-file", help: "The most bytes of one attachment. (default: 1G)",
      { $0.uploads.fileSize = $1 }),
    size(
      "max-request", help: "The most bytes of the attachments of one request. (default: 4G)",
      { $0.uploads.requestSize = $1 }),
    number(
      "max-parts", in: 1...100_000, help: "The most parts of one request. (default: 1000)",
      { $0.uploads.multipart.parts = $1 }),
    size(
      "max-container", help: "The most bytes of the container. (default: the disk)",
      { $0.containerSize = $1 }),
    number(
      "connections", in: 1...10_000,
      help: "The most connections at once; others wait. (default: 256)",
      { $0.connections.connections = $1 }),
    size(
      "chunk", help: "The most bytes that wait to be written, for each connection. (default: 64K)",
      in: .kibibytes(4)...ByteCount.mebibytes(16),
      { $0.connections.chunkSize = Int($1.bytes) }),
    size(
      "memory", help: "The most bytes in buffers for copying. (default: 4M)",
      in: .kibibytes(256)...ByteCount.gibibytes(64), { $0.memory = $1 }),
    ServerOption(
      "idle", "DURATION", expected: "a duration of at least a second, such as 30s or 5m",
      help: "How long a client may be silent. (default: 1m)",
      { DurationText.read($0).flatMap { $0 >= .seconds(1) && $0 <= .seconds(86_400) ? $0 : nil } },
      { options, idle in
        options.idle = idle
        options.connections.idleSeconds = UInt32(idle.components.seconds)
      }),
  ]
}
