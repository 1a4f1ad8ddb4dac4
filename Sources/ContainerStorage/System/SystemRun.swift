import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Names this run of the system.
enum SystemRun {
  /// Another text after each restart, and the same in all processes until then.
  ///
  /// Where the system does not tell it is another for each process, so that what another process wrote is
  /// checked once too often rather than trusted after a power cut.
  static let name: String = fromSystem() ?? OwnerID(milliseconds: milliseconds()).description

  private static func fromSystem() -> String? {
    #if canImport(Darwin)
      var size = 64
      var buffer = [CChar](repeating: 0, count: size)
      guard sysctlbyname("kern.bootsessionuuid", &buffer, &size, nil, 0) == 0 else { return nil }
      return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      guard
        let file = try? Descriptor(opening: "/proc/sys/kernel/random/boot_id", O_RDONLY | O_NOCTTY)
      else { return nil }
      guard let text = try? file.start(atMost: 36), text.count == 36 else { return nil }
      return String(decoding: text, as: UTF8.self)
    #endif
  }

  /// The time in milliseconds since 1970, for new identifiers.
  static func milliseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}
