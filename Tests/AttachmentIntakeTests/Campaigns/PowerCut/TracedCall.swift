/// A system call of a recorded process.
struct TracedCall {
  let name: String
  /// As strace writes them.
  let arguments: [ArraySlice<UInt8>]
  /// The line at which it began.
  let begin: Int
  /// The line at which it returned; `nil` if the process ended before.
  var end: Int?
  /// What it returned; negative for a failure.
  var result: Int?

  func text(_ index: Int) -> String {
    index < arguments.count ? String(decoding: arguments[index], as: UTF8.self) : ""
  }

  /// A number, such as a descriptor; `nil` for `AT_FDCWD` and other names.
  func number(_ index: Int) -> Int? {
    let text = text(index)
    return text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }

  /// The bytes of a string, which strace writes as `"\x61\x62"`.
  func bytes(_ index: Int) -> [UInt8] {
    guard index < arguments.count, arguments[index].first == UInt8(ascii: "\"") else { return [] }
    let digits = arguments[index].dropFirst().prefix { $0 != UInt8(ascii: "\"") }
    return digits.withUnsafeBytes { digits in
      stride(from: 0, to: digits.count - 3, by: 4).map {
        Self.value(digits[$0 + 2]) << 4 | Self.value(digits[$0 + 3])
      }
    }
  }

  func path(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  private static func value(_ digit: UInt8) -> UInt8 {
    digit < UInt8(ascii: "a") ? digit &- UInt8(ascii: "0") : digit &- UInt8(ascii: "a") &+ 10
  }
}
