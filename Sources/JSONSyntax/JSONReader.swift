/// Reads JSON texts, with the place of each value.
///
/// UTF-8 only, with or without a byte order mark before it. Names of members are unique, and strings hold no
/// surrogates. What goes beyond the limits is an error, so that a text from outside costs bounded memory and
/// stack.
///
/// - Complexity: O(*n*) in the length of the text.
package struct JSONReader: Sendable {
  package var dialect: Dialect
  package var limits: Limits

  package init(_ dialect: Dialect, limits: Limits = Limits()) {
    self.dialect = dialect
    self.limits = limits
  }

  /// What is read besides JSON itself.
  package enum Dialect: Sendable {
    /// JSON as RFC 8259 has it.
    case strict
    /// Also what people write, as in JSON5: comments, a comma after the last element, strings in single quotes,
    /// and names of members without quotes where they are ASCII letters, digits, `_` and `$`.
    ///
    /// The other numbers, escapes and spaces of JSON5 are not read.
    case commented
  }

  /// How much is read.
  package struct Limits: Sendable {
    /// The most bytes of a text. 16 MiB by default.
    package var size = 16 << 20
    /// How deep arrays and objects may lie in each other. 64 by default, for reading, printing and releasing
    /// recurse.
    package var depth = 64
    /// The most values. A million by default, which take some 80 MB.
    package var values = 1_000_000

    package init() {}
  }

  /// Reads a text that holds one value.
  package func read(_ bytes: [UInt8]) throws(JSONError) -> JSONNode {
    try read(bytes, places: JSONPlaceCounter())
  }

  /// Reads a text that is one line of a larger one, which has the number `line` there.
  package func read(_ bytes: [UInt8], line: Int) throws(JSONError) -> JSONNode {
    try read(bytes, places: JSONPlaceCounter(onlyLine: line))
  }

  private func read(
    _ bytes: [UInt8], places: JSONPlaceCounter
  ) throws(JSONError) -> JSONNode {
    var reading = JSONReading(bytes, dialect: dialect, limits: limits, places: places)
    return try reading.readDocument()
  }
}
