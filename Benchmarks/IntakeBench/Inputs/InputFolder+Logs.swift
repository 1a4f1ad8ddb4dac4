import IntakeTesting

extension InputFolder {
  /// The subsystem whose lines are kept.
  static let subsystem = "com.example.app.share"

  /// Device logs of which one line in `period` is kept: fifty as a device writes them, one for as much to pack as there is
  /// to read.
  func logs(_ count: Int, of size: Int, keptOutOf period: Int) throws -> String {
    try folder("device-logs-\(scaled(count))x\(size)-1:\(period)") { folder in
      for number in 0..<scaled(count) {
        try Task.checkCancellation()
        try Files.write(
          LogLines(size: size, seed: UInt64(number), keptOutOf: period),
          to: "\(folder)/\(digits(number)).ndjson")
      }
    }
  }

  /// One log of which one line in fifty is kept, as a device writes it.
  func largeLog(_ size: Int) throws -> String {
    let size = size / 100 * scale
    let folder = try folder("device-log-\(size)") { folder in
      try Files.write(LogLines(size: size, seed: 3, keptOutOf: 50), to: "\(folder)/device.ndjson")
    }
    return "\(folder)/device.ndjson"
  }
}

/// Lines as `log show --style ndjson` prints them, in chunks.
private struct LogLines: Sequence, IteratorProtocol {
  private var left: Int
  private var line = 0
  private var random: SeededGenerator
  private let period: Int

  private static let stages = ["selection", "loading", "copying", "commit"]
  private static let types = ["public.heic", "public.jpeg", "com.adobe.pdf"]

  init(size: Int, seed: UInt64, keptOutOf period: Int) {
    left = size
    random = SeededGenerator(seed: seed)
    self.period = period
  }

  mutating func next() -> [UInt8]? {
    guard left > 0 else { return nil }
    var chunk = ""
    while chunk.utf8.count < 1 << 16, chunk.utf8.count < left {
      chunk += line % period == 0 ? kept() : noise()
      line += 1
    }
    left -= chunk.utf8.count
    return Array(chunk.utf8)
  }

  private mutating func kept() -> String {
    let stage = Self.stages[Int.random(in: 0..<Self.stages.count, using: &random)]
    let type = Self.types[Int.random(in: 0..<Self.types.count, using: &random)]
    let size = Int.random(in: 1000...50_000_000, using: &random)
    let time = Int.random(in: 1...9000, using: &random)
    return entry(
      "ShareExtension", InputFolder.subsystem,
      "stage=\(stage) type=\(type) size=\(size) milliseconds=\(time)")
  }

  private mutating func noise() -> String {
    entry(
      "runningboardd", "com.apple.runningboard",
      "Ignoring jetsam update because this process is not memory-managed")
  }

  private mutating func entry(_ process: String, _ subsystem: String, _ message: String) -> String {
    func padded(_ value: Int, _ width: Int) -> String {
      let text = "\(value)"
      return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
    }
    let second = line / 10
    let fraction = padded(Int.random(in: 0..<1_000_000, using: &random), 6)
    let time =
      "\(padded(second / 3600 % 24, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    return """
      {"eventMessage":"\(message)","eventType":"logEvent","subsystem":"\(subsystem)",\
      "category":"default","threadID":7012,"processImagePath":"/usr/libexec/\(process)",\
      "timestamp":"2026-11-30 \(time).\(fraction)+0100","messageType":"Default","processID":812}

      """
  }
}
