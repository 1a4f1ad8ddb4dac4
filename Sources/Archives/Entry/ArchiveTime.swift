/// A point in time, counted from the start of 1970 in UTC.
///
/// A zip keeps the seconds from 1901 to 2038, and steps of two seconds from 1980 to 2107.
package struct ArchiveTime: Hashable, Sendable {
  package var seconds: Int64

  /// From 0 to 999,999,999. Tar only.
  package var nanoseconds: Int

  package init(seconds: Int64, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}
