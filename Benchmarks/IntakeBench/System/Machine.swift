import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where it is measured, for whoever reads the figures.
enum Machine {
  static func facts(_ context: BenchContext) -> [(name: String, value: String)] {
    var facts = [
      ("date", date), ("processor", "\(processor), \(Processors.count) cores"), ("kernel", kernel),
      ("memory", memory), ("toolchain", BenchOptions.toolchain),
      ("load at the start", first(of: "/proc/loadavg") ?? "unknown"),
      ("runs", "\(context.options.runs), after one that does not count"),
    ]
    if context.options.scale != 100 {
      facts.append(("scale", "\(context.options.scale) % of the inputs: goals mean nothing"))
    }
    return facts
  }

  private static var processor: String { value("/proc/cpuinfo", "model name") ?? "unknown" }

  private static var memory: String { value("/proc/meminfo", "MemTotal") ?? "unknown" }

  private static var kernel: String { first(of: "/proc/sys/kernel/osrelease") ?? "unknown" }

  private static var date: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%d", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func first(of path: String) -> String? {
    (try? Files.text(path))?.split(separator: "\n").first.map(String.init)
  }

  private static func value(_ path: String, _ name: String) -> String? {
    for line in (try? Files.text(path))?.split(separator: "\n") ?? [] where line.hasPrefix(name) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return nil
  }
}
