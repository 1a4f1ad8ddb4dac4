/// What a command line says to one command. Everything in it was accepted by its declaration.
package struct ParsedArguments: Sendable {
  /// The command as it is typed, such as `intake inbox take`.
  package let command: String
  /// The values of each option by its long name, in order; an empty one for each time a flag was
  /// given.
  let options: [String: [RawArgument]]
  /// The arguments of each operand by its placeholder, in order.
  let operands: [String: [RawArgument]]
  /// Whether '--' stands before the first operand, so that none of them was read as an option.
  package let operandsFollowHyphens: Bool

  package subscript<Value>(option: Option<Value>) -> Value {
    option.read(options[option.declaration.name] ?? [])
  }

  package subscript<Value>(operand: Operand<Value>) -> Value {
    operand.read(operands[operand.declaration.placeholder] ?? [])
  }

  /// Whether the option was given, whatever its default.
  package func contains<Value>(_ option: Option<Value>) -> Bool {
    options[option.declaration.name] != nil
  }
}
