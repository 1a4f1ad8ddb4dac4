#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Looks for fixed texts in bytes. Strings compare by characters, which takes a hundred times as long.
enum ByteSearch {
  /// Whether the text stands anywhere.
  ///
  /// - Complexity: O(*n*) in the number of bytes, times the length of the text at worst.
  static func has(_ text: StaticString, in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { next(text.bytes, in: $0, from: 0) != nil }
  }

  /// How often the text stands, without overlaps.
  static func count(of text: StaticString, in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var count = 0
      var start = 0
      while let found = next(text.bytes, in: bytes, from: start) {
        count += 1
        start = found + text.utf8CodeUnitCount
      }
      return count
    }
  }

  /// Where other bytes stand next; none do nowhere.
  static func next(
    _ wanted: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard let first = wanted.first else { return nil }
    var place = start
    while let found = next(first, in: bytes, from: place) {
      if stands(wanted, at: found, in: bytes) { return found }
      place = found + 1
    }
    return nil
  }

  /// Where the byte stands next.
  static func next(
    _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Whether other bytes stand at a place, which may lie beyond the ends.
  static func stands(
    _ wanted: UnsafeBufferPointer<UInt8>, at place: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard place >= 0, bytes.count - place >= wanted.count, let base = bytes.baseAddress,
      let start = wanted.baseAddress, !wanted.isEmpty
    else { return wanted.isEmpty }
    // Most differ in the first byte, which takes no call.
    return base[place] == start[0] && memcmp(base + place, start, wanted.count) == 0
  }

  /// Whether both are the same bytes.
  static func isEqual(
    _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    one.count == other.count && stands(other, at: 0, in: one)
  }
}

extension StaticString {
  /// Its bytes, which are there as long as the process.
  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}
