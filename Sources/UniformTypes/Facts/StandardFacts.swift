/// The types that are known without being declared: a read-only table in the program's text.
///
/// Nothing is set up, copied or allocated: look-ups read string literals, and a process pays only
/// for the pages that it touches (the whole table is below 96 KiB). Every name has a number, its
/// place in `records`; numbers from ``typeCount`` on are names that occur only as a parent.
///
/// Numbers are written with digits of 6 bits, the characters from "0" to "o", big end first:
///
/// | table | one entry | digits |
/// | --- | --- | --- |
/// | `records` | start and length in `names` | 3, 2 |
/// | | start in `tags`, length of the extensions, length of the MIME types | 3, 2, 2 |
/// | | start in `links`, count of parents, count of ancestors | 3, 1, 1 |
/// | `links` | number of a type | 2 |
/// | entries | start and length in `tags`, start in `links`, count of owners | 3, 2, 3, 1 |
/// | slots | number of a record or entry, or ``empty`` | 2 |
///
/// Ancestors are listed breadth first, so that the parents are the first of them. Owners of a tag
/// are listed best first. Slots are probed one after the other.
enum StandardFacts {
  /// What an unused slot holds.
  private static let empty: UInt16 = 4095
  private static let recordWidth = 17
  private static let entryWidth = 9

  // MARK: Names

  /// The number of the type with this name, in any case.
  ///
  /// - Complexity: O(*n*) in the length of the name.
  static func number(named name: UnsafeBufferPointer<UInt8>) -> UInt16? {
    find(name, in: nameSlots.utf8Start, count: nameSlots.utf8CodeUnitCount / 2) { number in
      Self.name(of: number)
    }
  }

  /// The name of a type as it is spelled.
  static func name(of number: UInt16) -> UnsafeBufferPointer<UInt8> {
    let record = record(number)
    let start = names.utf8Start + value(record, 3)
    return UnsafeBufferPointer(start: start, count: value(record + 3, 2))
  }

  // MARK: Conformance

  /// Whether a type has another among its ancestors.
  ///
  /// - Complexity: O(*n*) in the number of ancestors, at most 63.
  static func isAncestor(_ other: UInt16, of number: UInt16) -> Bool {
    let record = record(number)
    let list = links.utf8Start + 2 * value(record + 12, 3)
    for place in 0..<value(record + 16, 1) where value(list + 2 * place, 2) == Int(other) {
      return true
    }
    return false
  }

  /// The ancestors of a type, nearest first.
  static func ancestors(of number: UInt16) -> StandardFactsList {
    let record = record(number)
    return list(at: value(record + 12, 3), count: value(record + 16, 1))
  }

  /// The parents of a type, in the order of their declaration.
  static func parents(of number: UInt16) -> StandardFactsList {
    let record = record(number)
    return list(at: value(record + 12, 3), count: value(record + 15, 1))
  }

  // MARK: Tags

  /// The filename extensions of a type, separated by commas, preferred one first.
  static func filenameExtensions(of number: UInt16) -> UnsafeBufferPointer<UInt8> {
    let record = record(number)
    let start = tags.utf8Start + value(record + 5, 3)
    return UnsafeBufferPointer(start: start, count: value(record + 8, 2))
  }

  /// The MIME types of a type, separated by commas, preferred one first.
  static func mimeTypes(of number: UInt16) -> UnsafeBufferPointer<UInt8> {
    let record = record(number)
    let start = tags.utf8Start + value(record + 5, 3) + value(record + 8, 2)
    return UnsafeBufferPointer(start: start, count: value(record + 10, 2))
  }

  /// The types with this filename extension, best first.
  static func types(filenameExtension: UnsafeBufferPointer<UInt8>) -> StandardFactsList {
    owners(of: filenameExtension, in: extensionEntries, extensionSlots)
  }

  /// The types with this MIME type, best first.
  static func types(mimeType: UnsafeBufferPointer<UInt8>) -> StandardFactsList {
    owners(of: mimeType, in: mimeTypeEntries, mimeTypeSlots)
  }

  // MARK: Reading

  private static func owners(
    of tag: UnsafeBufferPointer<UInt8>, in entries: StaticString, _ slots: StaticString
  ) -> StandardFactsList {
    let found = find(tag, in: slots.utf8Start, count: slots.utf8CodeUnitCount / 2) { number in
      let entry = entries.utf8Start + entryWidth * Int(number)
      let start = tags.utf8Start + value(entry, 3)
      return UnsafeBufferPointer(start: start, count: value(entry + 3, 2))
    }
    guard let found else { return list(at: 0, count: 0) }
    let entry = entries.utf8Start + entryWidth * Int(found)
    return list(at: value(entry + 5, 3), count: value(entry + 8, 1))
  }

  private static func find(
    _ key: UnsafeBufferPointer<UInt8>, in slots: UnsafePointer<UInt8>, count: Int,
    text: (UInt16) -> UnsafeBufferPointer<UInt8>
  ) -> UInt16? {
    var hash: UInt32 = 2_166_136_261
    for byte in key {
      hash = (hash ^ UInt32(byte.foldedASCII)) &* 16_777_619
    }
    hash ^= hash >> 15
    // The count is a power of two, and some slots are always unused.
    var slot = Int(hash) & (count - 1)
    while true {
      let number = UInt16(truncatingIfNeeded: value(slots + 2 * slot, 2))
      if number == empty { return nil }
      if text(number).equalsFoldingASCII(key) { return number }
      slot = (slot + 1) & (count - 1)
    }
  }

  private static func list(at start: Int, count: Int) -> StandardFactsList {
    StandardFactsList(start: links.utf8Start + 2 * start, count: count)
  }

  private static func record(_ number: UInt16) -> UnsafePointer<UInt8> {
    records.utf8Start + recordWidth * Int(number)
  }

  /// Reads a number of `count` digits.
  static func value(_ digits: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var value = 0
    for place in 0..<count {
      value = value << 6 | Int(digits[place] &- 48)
    }
    return value
  }
}
