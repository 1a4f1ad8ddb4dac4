/// Reads a property list in the binary form, version 0.
///
/// After eight bytes of header come the objects, then a table with the place of each, then 32 bytes
/// that say where the table is and how wide its numbers are. Objects refer to others by number.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let tableStart: Int
  private let placeWidth: Int
  private let numberWidth: Int
  private let objectCount: Int
  private let root: Int
  /// The arrays and dictionaries that are being read, outermost first.
  private var open: [Int] = []
  private var budget = PropertyListBudget()

  init(_ bytes: [UInt8]) throws(PropertyListError) {
    self.bytes = bytes
    let trailer = bytes.count - 32
    guard trailer >= 9 else { throw PropertyListError(.byte(bytes.count), "is cut off") }
    placeWidth = Int(bytes[trailer + 6])
    numberWidth = Int(bytes[trailer + 7])
    guard 1...8 ~= placeWidth, 1...8 ~= numberWidth else {
      throw PropertyListError(.byte(trailer + 6), "has numbers that are not 1 to 8 bytes wide")
    }
    guard let objectCount = Self.number(bytes, at: trailer + 8, width: 8),
      let root = Self.number(bytes, at: trailer + 16, width: 8),
      let tableStart = Self.number(bytes, at: trailer + 24, width: 8),
      tableStart >= 9, tableStart <= trailer,
      // Each place takes at least one byte, so that the product cannot overflow.
      objectCount <= trailer, objectCount * placeWidth <= trailer - tableStart
    else { throw PropertyListError(.byte(trailer + 8), "has a table that does not fit in") }
    guard root < objectCount else {
      throw PropertyListError(.byte(trailer + 16), "has no object \(root)")
    }
    self.objectCount = objectCount
    self.root = root
    self.tableStart = tableStart
  }

  /// Reads the outermost value.
  mutating func read() throws(PropertyListError) -> PropertyListNode {
    try readObject(root)
  }

  private mutating func readObject(_ object: Int) throws(PropertyListError) -> PropertyListNode {
    let entry = tableStart + object * placeWidth
    guard let place = Self.number(bytes, at: entry, width: placeWidth), 8..<tableStart ~= place
    else { throw PropertyListError(.byte(entry), "has an object outside its objects") }

    let kind = bytes[place] >> 4
    guard kind == 0xA || kind == 0xD else {
      return PropertyListNode(.scalar(try scalar(at: place)), at: place)
    }
    guard !open.contains(object) else {
      throw PropertyListError(.byte(place), "has a value that holds itself")
    }
    guard open.count < PropertyListValue.maximumDepth else {
      throw PropertyListError(
        .byte(place), "is nested deeper than \(PropertyListValue.maximumDepth) levels")
    }
    open.append(object)
    defer { open.removeLast() }
    return PropertyListNode(
      kind == 0xA ? .array(try array(at: place)) : .dictionary(try dictionary(at: place)), at: place
    )
  }

  private mutating func scalar(at place: Int) throws(PropertyListError) -> PropertyListValue {
    let marker = bytes[place]
    let low = Int(marker & 15)
    switch marker >> 4 {
    case 0 where low == 8 || low == 9:
      try charge(1, at: place)
      return .boolean(low == 9)
    case 1: return .integer(try integer(at: place))
    case 2 where low == 2 || low == 3: return .real(try real(at: place, width: 1 << low))
    case 3 where low == 3: return .date(try real(at: place, width: 8))
    case 8:
      let content = try content(at: place + 1, size: low + 1)
      // At most eight bytes make a number.
      guard let number = Self.number(bytes, at: content.lowerBound, width: low + 1) else {
        throw PropertyListError(.byte(place), "has a reference beyond 63 bits")
      }
      return .reference(UInt64(number))
    case 4, 5, 6: return try sequence(at: place)
    default:
      throw PropertyListError(.byte(place), "has an object of an unknown kind, \(marker)")
    }
  }

  // MARK: Containers

  private mutating func array(at place: Int) throws(PropertyListError) -> [PropertyListNode] {
    let (start, count) = try countedStart(at: place)
    let references = try content(at: start, size: count, each: numberWidth)
    var values: [PropertyListNode] = []
    for reference in stride(from: references.lowerBound, to: references.upperBound, by: numberWidth)
    {
      values.append(try readObject(try self.reference(at: reference)))
    }
    return values
  }

  private mutating func dictionary(
    at place: Int
  ) throws(PropertyListError) -> [PropertyListNode.Member] {
    let (start, count) = try countedStart(at: place)
    let keys = try content(at: start, size: count, each: numberWidth)
    let values = try content(at: keys.upperBound, size: count, each: numberWidth)
    var members: [PropertyListNode.Member] = []
    var met: Set<String> = []
    for offset in stride(from: 0, to: keys.count, by: numberWidth) {
      let keyPlace = keys.lowerBound + offset
      let keyNode = try readObject(try reference(at: keyPlace))
      guard let key = keyNode.string else {
        throw PropertyListError(.byte(keyPlace), "has a key that is no string")
      }
      let value = try readObject(try reference(at: values.lowerBound + offset))
      guard met.insert(key).inserted else {
        throw PropertyListError(.byte(keyPlace), "has the same key twice in one dictionary")
      }
      members.append(PropertyListNode.Member(key: key, keyOffset: keyNode.offset, node: value))
    }
    return members
  }

  private func reference(at place: Int) throws(PropertyListError) -> Int {
    guard let object = Self.number(bytes, at: place, width: numberWidth), object < objectCount
    else { throw PropertyListError(.byte(place), "refers to an object that is not there") }
    return object
  }

  // MARK: Other values

  private mutating func integer(at place: Int) throws(PropertyListError) -> Int64 {
    let width = 1 << Int(bytes[place] & 15)
    guard width <= 16 else { throw PropertyListError(.byte(place), "has an integer too wide") }
    let content = try content(at: place + 1, size: width)
    // Up to four bytes there is no sign; eight and sixteen bytes are two's complement.
    let digits = bytes[content]
    let high = width == 16 ? digits.prefix(8) : []
    let value = digits.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let signed = Int64(bitPattern: value)
    guard high.allSatisfy({ $0 == (signed < 0 ? 255 : 0) }) else {
      throw PropertyListError(.byte(place), "has an integer beyond 64 bits")
    }
    return signed
  }

  private mutating func real(at place: Int, width: Int) throws(PropertyListError) -> Double {
    let content = try content(at: place + 1, size: width)
    let bits = bytes[content].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return width == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }

  /// Data, or a string in ASCII or UTF-16.
  private mutating func sequence(at place: Int) throws(PropertyListError) -> PropertyListValue {
    let (start, count) = try countedStart(at: place)
    switch bytes[place] >> 4 {
    case 4: return .data(Array(bytes[try content(at: start, size: count)]))
    case 5:
      let text = String(validating: bytes[try content(at: start, size: count)], as: UTF8.self)
      guard let text else { throw PropertyListError(.byte(place), "has a string that is no text") }
      return .string(text)
    default:
      let content = try content(at: start, size: count, each: 2)
      let units = stride(from: content.lowerBound, to: content.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw PropertyListError(.byte(place), "has a string that is no text")
      }
      return .string(text)
    }
  }

  // MARK: Places

  /// Where the content of an object begins, and how many items it has.
  private func countedStart(at place: Int) throws(PropertyListError) -> (start: Int, count: Int) {
    let low = Int(bytes[place] & 15)
    guard low == 15 else { return (place + 1, low) }
    // A longer count is an integer of its own.
    guard place + 1 < tableStart, bytes[place + 1] >> 4 == 1, bytes[place + 1] & 15 <= 3 else {
      throw PropertyListError(.byte(place), "has an object without a count")
    }
    let width = 1 << Int(bytes[place + 1] & 15)
    guard let count = Self.number(bytes, at: place + 2, width: width) else {
      throw PropertyListError(.byte(place), "has an object with a count that does not fit in")
    }
    return (place + 2 + width, count)
  }

  /// The places of `size` items, charged, if they lie before the table.
  private mutating func content(
    at start: Int, size: Int, each width: Int = 1
  ) throws(PropertyListError) -> Range<Int> {
    guard start <= tableStart, size <= (tableStart - start) / width else {
      throw PropertyListError(.byte(start), "has an object that is cut off")
    }
    try charge(size * width, at: start)
    return start..<start + size * width
  }

  private mutating func charge(_ size: Int, at place: Int) throws(PropertyListError) {
    if let excess = budget.excess(afterValueOf: size) {
      throw PropertyListError(.byte(place), excess)
    }
  }

  /// A number with its big end first, or `nil` if it or its bytes do not fit in.
  private static func number(_ bytes: [UInt8], at place: Int, width: Int) -> Int? {
    guard place >= 0, width <= bytes.count, place <= bytes.count - width else { return nil }
    var value: UInt64 = 0
    for byte in bytes[place..<place + width] {
      guard value >> 56 == 0 else { return nil }
      value = value << 8 | UInt64(byte)
    }
    return Int(exactly: value)
  }
}
