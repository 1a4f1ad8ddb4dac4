/// How the value of an option or an operand is read, and what is said where it cannot be.
package struct ValueFormat<Value: Sendable>: Sendable {
  /// What the value is, as in "expected a size".
  package let expected: String
  /// A value that can be read.
  package let example: String
  /// All values, where they can be counted.
  package let choices: [String]
  /// Reads a value; `nil` where the argument is none.
  package let read: @Sendable (RawArgument) -> Value?
  /// The text that ``read`` reads as the value.
  package let text: @Sendable (Value) -> String

  package init(
    expected: String, example: String, choices: [String] = [],
    read: @escaping @Sendable (RawArgument) -> Value?,
    text: @escaping @Sendable (Value) -> String
  ) {
    self.expected = expected
    self.example = example
    self.choices = choices
    self.read = read
    self.text = text
  }
}
