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

  /// - Complexity: O(*n*) in the length of the message.
  init(_ message: String, known: KnownMessage?, _ rules: DeviceLogRules) {
    readErrors(message, rules)
    for word in message.split(whereSeparator: { Self.isSeparator($0) }) {
      readAssignment(word)
      readType(word)
    }
    for number in known?.numbers ?? [] where numbers[number.name] == nil {
      guard let range = message.firstRange(of: number.after) else { continue }
      keep(Self.number(message[range.upperBound...]), number.name)
    }
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character == " " || character == "," || character == ";" || character == "\""
      || character == "'"
      || character == "(" || character == ")" || character == "<" || character == ">"
      || character == "\t" || character == "\n" || character == "{" || character == "}"
      || character == "[" || character == "]"
  }

  // MARK: Parts

  /// Reads a word such as `stage=loading`, `size=12345` or `milliseconds=7`.
  private mutating func readAssignment(_ word: Substring) {
    guard let equals = word.firstIndex(of: "=") else { return }
    let name = String(word[..<equals])
    let value = String(word[word.index(after: equals)...])
    switch name {
    case "stage": stage = stage ?? Stage(rawValue: value)
    case "code": code = code ?? IntakeError.Code(value)
    case "type": readType(value[...])
    case _ where Self.numberNames.contains(name):
      guard value.utf8.count <= 18, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return
      }
      if numbers[name] == nil { keep(Int64(value), name) }
    default: break
    }
  }

  private mutating func keep(_ number: Int64?, _ name: String) {
    guard let number, (0...Self.limit(name)).contains(number) else { return }
    numbers[name] = number
  }

  /// Keeps a type of the system; any other word, also one that looks like a type, may hold a name.
  private mutating func readType(_ word: Substring) {
    var word = word
    while word.last == "." || word.last == ":" { word = word.dropLast() }
    guard word.contains("."), word.utf8.count <= 128, types.count < Self.maximumCount else {
      return
    }
    let type = TypeIdentifier(String(word))
    guard !type.isDynamic, TypeRegistry.standard.knows(type), !types.contains(type.rawValue)
    else { return }
    types.append(type.rawValue)
  }

  /// Reads `Domain=NSCocoaErrorDomain Code=257` and `(NSCocoaErrorDomain error 257.)`.
  private mutating func readErrors(_ message: String, _ rules: DeviceLogRules) {
    for (start, middle) in [("Domain=", " Code="), ("(", " error ")] {
      var rest = message[...]
      while errors.count < Self.maximumCount, let range = rest.firstRange(of: start) {
        rest = rest[range.upperBound...]
        let domain = rest.prefix {
          $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_")
        }
        let behind = rest[domain.endIndex...]
        guard !domain.isEmpty, behind.hasPrefix(middle),
          let number = Self.number(behind.dropFirst(middle.count)),
          // As wide as the system's own.
          Int32(exactly: number) != nil
        else { continue }
        if rules.keeps(domain: String(domain)) {
          let error = ErrorValue(domain: String(domain), number: number)
          if !errors.contains(error) { errors.append(error) }
        } else {
          droppedDomains += 1
        }
      }
    }
  }

  /// The number that a text begins with.
  private static func number(_ text: Substring) -> Int64? {
    let isNegative = text.first == "-"
    let digits = (isNegative ? text.dropFirst() : text).prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, digits.utf8.count <= 18, let value = Int64(digits) else { return nil }
    return isNegative ? -value : value
  }
}
