import IntakeModel
import UniformTypes

/// What is kept of the text of a message: types that are known, stages, codes, sizes, durations, and errors by
/// domain and number.
struct MessageValues: Hashable {
  var types: [String] = []
  var errors: [ErrorValue] = []
  /// By name, in the order in which they stand in ``numberNames``.
  var numbers: [String: Int64] = [:]
  var stage: Stage?
  var code: IntakeError.Code?
  /// How many error domains were dropped.
  var droppedDomains = 0

  struct ErrorValue: Hashable {
    let domain: String
    let number: Int64
  }

  static let numberNames = ["size", "bytes", "milliseconds", "count", "limitMB"]

  /// The largest value of each that is kept. More digits would be no such number, but perhaps one of a telephone.
  private static func limit(_ name: String) -> Int64 {
    switch name {
    case "size", "bytes": DeviceLogRules.maximumContentSize.bytes
    // A day.
    case "milliseconds": 86_400_000
    default: Int64(DeviceLogRules.maximumCount)
    }
  }

  /// The most values of a kind that are kept of one message.
  private static let maximumCount = 16

  var isEmpty: Bool {
    types.isEmpty && errors.isEmpty && numbers.isEmpty && stage == nil && code == nil
  }

  /// By bytes: strings are read by characters, which takes ten times as long.
  ///
  /// - Parameter message: In UTF-8.
  /// - Complexity: O(*n*) in the length of the message.
  init(_ message: [UInt8], known: KnownMessage?, _ rules: DeviceLogRules) {
    message.withUnsafeBufferPointer { read($0, known: known, rules) }
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private mutating func read(
    _ message: Bytes, known: KnownMessage?, _ rules: DeviceLogRules
  ) {
    readErrors(message, rules)
    var start = 0
    for place in 0...message.count
    where place == message.count || Self.isSeparator(message[place]) {
      if place > start { readWord(Bytes(rebasing: message[start..<place])) }
      start = place + 1
    }
    for number in known?.numbers ?? [] where numbers[number.name] == nil {
      guard let found = ByteSearch.next(number.after.bytes, in: message, from: 0) else { continue }
      keep(Self.number(message, from: found + number.after.utf8CodeUnitCount), number.name)
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }

  // MARK: Parts

  private mutating func readWord(_ word: Bytes) {
    if let equals = ByteSearch.next(UInt8(ascii: "="), in: word, from: 0) {
      readAssignment(
        Bytes(rebasing: word[..<equals]), Bytes(rebasing: word[(equals + 1)...]))
    }
    readType(word)
  }

  /// Reads a word such as `stage=loading`, `size=12345` or `milliseconds=7`.
  private mutating func readAssignment(_ name: Bytes, _ value: Bytes) {
    switch String(decoding: name, as: UTF8.self) {
    case "stage": stage = stage ?? Stage(rawValue: String(decoding: value, as: UTF8.self))
    case "code": code = code ?? IntakeError.Code(String(decoding: value, as: UTF8.self))
    case "type": readType(value)
    case let name where Self.numberNames.contains(name):
      guard value.count <= 18, value.allSatisfy(\.isASCIIDigit) else { return }
      if numbers[name] == nil { keep(Self.number(value, from: 0), name) }
    default: break
    }
  }

  private mutating func keep(_ number: Int64?, _ name: String) {
    guard let number, (0...Self.limit(name)).contains(number) else { return }
    numbers[name] = number
  }

  /// Keeps a type of the system; any other word, also one that looks like a type, may hold a name.
  private mutating func readType(_ word: Bytes) {
    let end = word.lastIndex { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ":") }
    let word = Bytes(rebasing: word[..<(end.map { $0 + 1 } ?? 0)])
    guard ByteSearch.next(UInt8(ascii: "."), in: word, from: 0) != nil, word.count <= 128,
      types.count < Self.maximumCount
    else { return }
    let type = TypeIdentifier(String(decoding: word, as: UTF8.self))
    guard !type.isDynamic, TypeRegistry.standard.knows(type), !types.contains(type.rawValue)
    else { return }
    types.append(type.rawValue)
  }

  /// Reads `Domain=NSCocoaErrorDomain Code=257` and `(NSCocoaErrorDomain error 257.)`.
  private mutating func readErrors(_ message: Bytes, _ rules: DeviceLogRules) {
    readErrors(message, rules, "Domain=", " Code=")
    readErrors(message, rules, "(", " error ")
  }

  private mutating func readErrors(
    _ message: Bytes, _ rules: DeviceLogRules, _ before: StaticString, _ middle: StaticString
  ) {
    var place = 0
    while errors.count < Self.maximumCount,
      let found = ByteSearch.next(before.bytes, in: message, from: place)
    {
      let start = found + before.utf8CodeUnitCount
      place = start
      var end = start
      while end < message.count, Self.isDomain(message[end]) { end += 1 }
      guard end > start, ByteSearch.stands(middle.bytes, at: end, in: message),
        let number = Self.number(message, from: end + middle.utf8CodeUnitCount),
        // As wide as the system's own.
        Int32(exactly: number) != nil
      else { continue }
      let domain = String(decoding: message[start..<end], as: UTF8.self)
      if rules.keeps(domain: domain) {
        let error = ErrorValue(domain: domain, number: number)
        if !errors.contains(error) { errors.append(error) }
      } else {
        droppedDomains += 1
      }
    }
  }

  private static func isDomain(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "_")
  }

  /// The number that stands at a place.
  private static func number(_ text: Bytes, from start: Int) -> Int64? {
    var place = start
    let isNegative = place < text.count && text[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let first = place
    var value: Int64 = 0
    while place < text.count, text[place].isASCIIDigit {
      // More digits are no such number.
      guard place - first < 18 else { return nil }
      value = value * 10 + Int64(text[place] - 0x30)
      place += 1
    }
    guard place > first else { return nil }
    return isNegative ? -value : value
  }
}
