import CConfinement
import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Gives up what is not needed to parse, for good.
struct Confinement {
  /// The most memory beyond what the process has by now, the content itself included.
  var memory: ByteCount
  /// The most processor time, over all content.
  var processorTime: Duration
  /// The one descriptor that may be written to.
  var output: Int32
  /// The most open descriptors.
  var descriptors: Int

  /// - Returns: What the system allowed.
  func apply() -> ValidatorGreeting.Confinement {
    let hasLimits = setLimits()
    // Not the other way round: setting limits is among what the filter refuses.
    let filtersCalls =
      cconfinement_renounce_rights() == 0 && cconfinement_filter_calls(output) == 0
    return .init(hasLimits: hasLimits, filtersCalls: filtersCalls)
  }

  private func setLimits() -> Bool {
    guard let present = Self.addressSpace() else { return false }
    var status = stat()
    // The report of the command may go into a file; the filter lets nothing else be written to.
    let writesFile = fstat(output, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    guard writesFile || cconfinement_forbid_files() == 0 else { return false }
    let seconds = max(1, processorTime.wholeMilliseconds / 1000)
    return cconfinement_set_limits(
      UInt64((present + memory).bytes), UInt64(seconds), UInt64(max(0, descriptors))) == 0
  }

  /// The address space that is in use, mapped libraries included; `nil` where the system does not tell.
  private static func addressSpace() -> ByteCount? {
    // proc_pid_statm(5): the first number is the size in pages.
    guard let bytes = SmallFile.read("/proc/self/statm"),
      let first = String(decoding: bytes, as: UTF8.self).split(separator: " ").first,
      let pages = Int64(first)
    else { return nil }
    let (size, overflow) = pages.multipliedReportingOverflow(
      by: Int64(sysconf(Int32(_SC_PAGESIZE))))
    return overflow ? nil : ByteCount(bytes: size)
  }
}

/// A file of the system with a line or two.
enum SmallFile {
  /// The first 4 KiB; `nil` where it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = systemRead(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes[..<count])
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int
{
  read(descriptor, bytes, count)
}
