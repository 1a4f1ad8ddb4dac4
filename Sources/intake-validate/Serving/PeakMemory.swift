import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Tells how much memory was resident in this process at most.
///
/// On Linux `getrusage(2)` will not do: it goes on from the peak of the process that started this one. The file that
/// knows better is opened before no file can be opened any more.
struct PeakMemory {
  private let descriptor: Int32

  init() { descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC) }

  /// Zero where the system does not tell.
  var size: ByteCount {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return .bytes(Int(usage.ru_maxrss))
    #else
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { return .zero }
      let line = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("VmHWM:") }
      return .kibibytes(line.flatMap { Int($0.filter { $0.isASCII && $0.isNumber }) } ?? 0)
    #endif
  }
}
