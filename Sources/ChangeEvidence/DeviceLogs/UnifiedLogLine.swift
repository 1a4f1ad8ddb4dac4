import JSONSyntax

/// Reads a line of `log show --style ndjson`.
enum UnifiedLogLine {
  case entry(DeviceLogLine, dropped: DropCounts)
  /// The last line, with the number of lines before it.
  case end(count: Int64?)

  /// - Returns: `nil` for what is no such line.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Self? {
    if let fields = scanned(bytes) { return fields.result }
    return parsed(Array(bytes))?.result
  }

  /// The line as ``UnifiedLogScan`` reads it; `nil` where it leaves it to the strict reader.
  private static func scanned(_ bytes: UnsafeBufferPointer<UInt8>) -> UnifiedLogFields? {
    guard UTF8Check.firstInvalid(in: bytes) == nil else { return nil }
    var fields = UnifiedLogFields()
    let isRead = UnifiedLogScan.read(bytes) { name, value in
      switch (UnifiedLogFields.role(ofMember: name), value) {
      case (.dropped, .null): break
      case (.dropped(let kind), _): fields.drop(kind)
      case (.kept(let field), .null): fields.take(field, .null)
      case (.kept(let field), .other): fields.take(field, .other)
      case (.kept(let field), .number(let digits)):
        let number = Int64(String(decoding: digits, as: UTF8.self))
        fields.take(field, number.map { .integer($0) } ?? .other)
      case (.kept(let field), .text(let text, hasEscapes: false)): fields.take(field, .text(text))
      case (.kept(let field), .text(let text, hasEscapes: true)):
        unescaped(text).withUnsafeBufferPointer { fields.take(field, .text($0)) }
      }
    }
    return isRead ? fields : nil
  }

  private static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        result.append(UnifiedLogScan.unescaped(byte) ?? byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// The line as the strict reader of JSON reads it; `nil` where it is no object.
  private static func parsed(_ bytes: [UInt8]) -> UnifiedLogFields? {
    var limits = JSONReader.Limits()
    limits.size = DeviceLogRules.maximumLineLength
    limits.depth = 32
    limits.values = 10_000
    guard let node = try? JSONReader(.strict, limits: limits).read(bytes),
      let members = node.members
    else { return nil }
    var fields = UnifiedLogFields()
    for member in members {
      let role = Array(member.name.utf8).withUnsafeBufferPointer {
        UnifiedLogFields.role(ofMember: $0)
      }
      switch role {
      case .dropped(let kind): if !member.value.isNull { fields.drop(kind) }
      case .kept(let field): take(member.value, as: field, &fields)
      }
    }
    return fields
  }

  private static func take(
    _ node: JSONNode, as field: UnifiedLogFields.Field, _ fields: inout UnifiedLogFields
  ) {
    if node.isNull {
      fields.take(field, .null)
    } else if let text = node.string {
      Array(text.utf8).withUnsafeBufferPointer { fields.take(field, .text($0)) }
    } else {
      fields.take(field, node.integer.map { .integer($0) } ?? .other)
    }
  }

  /// Milliseconds since 1970 of a time such as `2026-11-30 08:14:32.123456+0100`.
  static func time(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard bytes.count >= 24, bytes.count <= 40 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int64? {
      guard start + count <= bytes.count else { return nil }
      var value: Int64 = 0
      for byte in bytes[start..<(start + count)] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - 0x30)
      }
      return value
    }
    guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: " "), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), let year = number(0, 4), let month = number(5, 2),
      let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      let zoneHour = number(bytes.count - 4, 2), let zoneMinute = number(bytes.count - 2, 2),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    let sign = bytes[bytes.count - 5]
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    var fraction: Int64 = 0
    if bytes[19] == UInt8(ascii: ".") { fraction = number(20, 3) ?? 0 }
    let zone = (zoneHour * 60 + zoneMinute) * (sign == UInt8(ascii: "+") ? 1 : -1)
    let minutes = (CalendarDay.sinceEpoch(year, month, day) * 24 + hour) * 60 + minute - zone
    return (minutes * 60 + second) * 1_000 + fraction
  }
}

/// Days of the Gregorian calendar.
enum CalendarDay {
  /// The number of days from 1 January 1970.
  static func sinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Years that begin in March have the leap day at their end.
    let shifted = month > 2 ? year : year - 1
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    return 365 * shifted + leapDays + (153 * ((month + 9) % 12) + 2) / 5 + day - 1 - 719_468
  }
}
