public import IntakeModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What this process holds now, to compare before and after.
///
/// The numbers are of the whole process: a suite that compares them must run alone, as with `.serialized` in
/// a test run of its own, or in a ``ChildProcess``.
public enum ProcessUsage {
  /// The number of open file descriptors.
  ///
  /// - Complexity: O(descriptors).
  public static func openDescriptorCount() -> Int {
    #if canImport(Darwin)
      let folder = "/dev/fd"
    #else
      let folder = "/proc/self/fd"
    #endif
    // The one that lists them is among them.
    return ((try? FileAccess.names(in: folder))?.count ?? 0) - 1
  }

  /// The memory that is resident now; zero where the system does not tell.
  public static func residentBytes() -> ByteCount { .kibibytes(status("VmRSS") ?? 0) }

  /// The most memory that was ever resident.
  public static func peakResidentBytes() -> ByteCount {
    if let kibibytes = status("VmHWM") { return .kibibytes(kibibytes) }
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(RUSAGE_SELF.rawValue, &usage)
    #endif
    return .peakResident(usage)
  }

  /// Makes ``peakResidentBytes()`` begin anew from what is resident now.
  ///
  /// - Returns: Whether the system can.
  @discardableResult
  public static func resetPeakResidentBytes() -> Bool {
    // proc_pid_clear_refs(5): 5 resets the peak.
    (try? FileAccess.write(SampleContent(Array("5".utf8)), to: "/proc/self/clear_refs")) != nil
  }

  /// The number of threads; zero where the system does not tell.
  public static func threadCount() -> Int { status("Threads") ?? 0 }

  /// A number of `/proc/self/status`.
  private static func status(_ key: String) -> Int? {
    guard let bytes = try? FileAccess.read("/proc/self/status") else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      guard line.hasPrefix(key + ":") else { continue }
      return Int(line.filter { $0.isASCII && $0.isNumber })
    }
    return nil
  }
}

extension ByteCount {
  /// The peak of resident memory, whose unit differs by system.
  static func peakResident(_ usage: rusage) -> Self {
    #if canImport(Darwin)
      .bytes(Int(usage.ru_maxrss))
    #else
      .kibibytes(Int(usage.ru_maxrss))
    #endif
  }
}
