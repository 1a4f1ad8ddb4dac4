import Glibc
import Testing

/// The process's highest resident memory so far, in KiB.
///
/// From `/proc`, because `ru_maxrss` of a new process begins with its parent's.
func peakMemory() throws -> Int {
  let file = try #require(fopen("/proc/self/status", "r"))
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), file) != nil {
    let text = String(
      decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if text.hasPrefix("VmHWM:") {
      return try #require(Int(text.filter(\.isNumber)))
    }
  }
  throw MissingPeak()
}

struct MissingPeak: Error {}
