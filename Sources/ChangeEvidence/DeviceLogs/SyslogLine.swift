import JSONSyntax

/// Reads a line of `syslog`: `Nov 30 08:14:32 host process[12]: message`, also with a library in parentheses and a
/// level in angle brackets, as devices print it.
///
/// By bytes: strings are read by characters, which takes ten times as long, and a log has millions of lines.
enum SyslogLine {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ].map { Array($0.utf8) }

  /// - Returns: `nil` for what is no such line. Times have no year: they count from its beginning.
  static func read(_ bytes: [UInt8]) -> DeviceLogLine? {
    guard UTF8Check.firstInvalid(in: bytes) == nil else { return nil }
    let mayRepeat = ByteSearch.has("last message repeated", in: bytes)
    if mayRepeat, let count = repetitions(bytes[...]) {
      var line = DeviceLogLine()
      line.repetitions = count
      return line
    }
    guard let time = time(bytes) else { return nil }
    // The host, which is the name of the device, and often of its owner.
    guard let space = bytes[timeLength...].firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let rest = bytes[(space + 1)...]
    var line = DeviceLogLine()
    line.time = time
    if mayRepeat, let count = repetitions(rest) {
      line.repetitions = count
      return line
    }
    guard let colon = colon(in: rest) else { return nil }
    line.message = Array(rest[(colon + 2)...])
    var head = rest[..<colon]
    if head.last == UInt8(ascii: ">"), let open = head.lastIndex(of: UInt8(ascii: "<")) {
      line.level = DeviceLogLine.Level(head[(open + 1)...].dropLast())
      head = head[..<open]
      while head.last == UInt8(ascii: " ") { head.removeLast() }
    }
    if head.last == UInt8(ascii: "]"), let open = head.lastIndex(of: UInt8(ascii: "[")) {
      line.processID = Int64(text(of: head[(open + 1)...].dropLast()))
      head = head[..<open]
    }
    if head.last == UInt8(ascii: ")"), let open = head.firstIndex(of: UInt8(ascii: "(")) {
      head = head[..<open]
    }
    line.process = text(of: head)
    return line
  }

  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Where a colon stands before a space first.
  private static func colon(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.dropLast().first {
      bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == UInt8(ascii: " ")
    }
  }

  private static let timeLength = 16

  /// Reads `Nov 30 08:14:32 `, of ``timeLength``.
  private static func time(_ bytes: [UInt8]) -> Int64? {
    guard bytes.count >= timeLength, bytes[3] == 0x20, bytes[6] == 0x20, bytes[15] == 0x20,
      bytes[9] == 0x3A, bytes[12] == 0x3A,
      let month = months.firstIndex(where: { $0.elementsEqual(bytes[..<3]) })
    else { return nil }
    func number(_ start: Int) -> Int64? {
      var value: Int64 = 0
      for byte in bytes[start..<(start + 2)] {
        // A day below ten has a space before it.
        let digit = byte == 0x20 && start == 4 ? 0x30 : byte
        guard (0x30...0x39).contains(digit) else { return nil }
        value = value * 10 + Int64(digit - 0x30)
      }
      return value
    }
    guard let day = number(4), let hour = number(7), let minute = number(10),
      let second = number(13), (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    // Of a year without a leap day: only what lies between two lines counts.
    let days =
      CalendarDay.sinceEpoch(2001, Int64(month) + 1, day) - CalendarDay.sinceEpoch(2001, 1, 1)
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000
  }

  /// Reads `--- last message repeated 3 times ---`.
  private static func repetitions(_ bytes: ArraySlice<UInt8>) -> Int? {
    let words = bytes.split(separator: UInt8(ascii: " ")).map { text(of: $0) }.filter {
      $0 != "---"
    }
    guard words.count == 5, words[0] == "last", words[1] == "message", words[2] == "repeated",
      words[4].hasPrefix("time"), words[3].utf8.count < 10
    else { return nil }
    return Int(words[3])
  }
}
