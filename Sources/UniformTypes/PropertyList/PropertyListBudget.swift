/// Counts values and bytes while a property list is read, so that it ends early.
struct PropertyListBudget {
  private var count = 0
  private var size = 0

  /// Charges one value with this many bytes of its own, and gives the reason if it is too much.
  mutating func excess(afterValueOf bytes: Int) -> String? {
    count += 1
    size += bytes
    if count > PropertyListValue.maximumCount {
      return "holds more than \(PropertyListValue.maximumCount) values"
    }
    if size > PropertyListValue.maximumExpandedSize {
      return "holds more than \(PropertyListValue.maximumExpandedSize) bytes in its values"
    }
    return nil
  }
}
