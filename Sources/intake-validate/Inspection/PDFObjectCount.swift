#if PDF
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// How many objects a PDF holds, found before any of them is parsed.
  ///
  /// Objects stand as `12 0 obj`, or in streams that say how many they hold (`/Type /ObjStm /N 100`). What looks
  /// like that within compressed bytes is counted too, which happens once in some 16 MiB.
  enum PDFObjectCount {
    /// - Parameter limit: Where counting stops.
    /// - Complexity: O(*n*) in the number of bytes.
    static func count(in bytes: UnsafeRawBufferPointer, upTo limit: Int64) -> Int64 {
      guard let start = bytes.baseAddress else { return 0 }
      var count: Int64 = 0
      var place = 0
      // A letter that is rare, and that both words have.
      while count < limit, place < bytes.count,
        let found = memchr(start + place, Int32(UInt8(ascii: "j")), bytes.count - place)
      {
        place = UnsafeRawPointer(found) - start
        if isObject(bytes, place) {
          count += 1
        } else if isObjectStream(bytes, place) {
          let (sum, overflow) = count.addingReportingOverflow(declaredCount(bytes, near: place))
          count = overflow ? .max : sum
        }
        place += 1
      }
      return count
    }

    /// Whether `place` is the end of `0 obj`.
    private static func isObject(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Bool {
      guard place >= 4, bytes[place - 1] == UInt8(ascii: "b"), bytes[place - 2] == UInt8(ascii: "o")
      else { return false }
      var before = place - 3
      while before > 0, isSpace(bytes[before]) { before -= 1 }
      return before < place - 3 && isDigit(bytes[before])
    }

    /// Whether `place` is within `/ObjStm`.
    private static func isObjectStream(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Bool {
      guard place >= 3, bytes.count - place > 3 else { return false }
      return bytes[(place - 3)...(place + 3)].elementsEqual("/ObjStm".utf8)
    }

    /// The largest number after `/N` around `place`; the keys of the dictionary come in any order.
    private static func declaredCount(_ bytes: UnsafeRawBufferPointer, near place: Int) -> Int64 {
      let range = max(0, place - 256)..<min(bytes.count, place + 256)
      var largest: Int64 = 0
      for start in range.dropLast(2)
      where bytes[start] == UInt8(ascii: "/") && bytes[start + 1] == UInt8(ascii: "N") {
        var digits = start + 2
        while digits < range.upperBound, isSpace(bytes[digits]) { digits += 1 }
        var number: Int64 = 0
        while digits < range.upperBound, isDigit(bytes[digits]), number < 1 << 40 {
          number = number * 10 + Int64(bytes[digits] - UInt8(ascii: "0"))
          digits += 1
        }
        largest = max(largest, number)
      }
      return largest
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x00, 0x09, 0x0A, 0x0C, 0x0D, 0x20: true
      default: false
      }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  }
#endif
