#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ArchiveTime {
  /// 1980-01-01 00:00:00, the first that zip can say.
  static let dosMinimum: UInt32 = 0x0021_0000
  /// 2107-12-31 23:59:58, the last that zip can say.
  static let dosMaximum: UInt32 = 0xff9f_bf7d

  /// Date and time as the two fields of a zip, in UTC.
  var dosTime: UInt32 {
    var seconds = time_t(self.seconds)
    var parts = tm()
    // NULL means that the year overflows.
    guard gmtime_r(&seconds, &parts) != nil else {
      return seconds < 0 ? Self.dosMinimum : Self.dosMaximum
    }
    if parts.tm_year < 80 { return Self.dosMinimum }
    if parts.tm_year > 207 { return Self.dosMaximum }
    let date = (parts.tm_year - 80) << 9 | (parts.tm_mon + 1) << 5 | parts.tm_mday
    let time = parts.tm_hour << 11 | parts.tm_min << 5 | parts.tm_sec / 2
    return UInt32(date) << 16 | UInt32(time)
  }
}
