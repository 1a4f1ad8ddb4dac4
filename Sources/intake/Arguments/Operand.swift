/// An operand of a command, declared once; `Value` is what a command reads of it.
package struct Operand<Value: Sendable>: Sendable {
  package let declaration: OperandDeclaration
  /// Reads the arguments, each of which the declaration accepts.
  let read: @Sendable ([RawArgument]) -> Value
}

extension Operand {
  /// An operand that must be given.
  package static func required<Base>(
    _ placeholder: String, _ format: ValueFormat<Base>, help: String
  ) -> Self where Value == Base? {
    Self(declaration: .init(placeholder, format, .required, help: help)) {
      $0.first.flatMap(format.read)
    }
  }

  /// An operand that may be left out.
  package static func optional<Base>(
    _ placeholder: String, _ format: ValueFormat<Base>, help: String
  ) -> Self where Value == Base? {
    Self(declaration: .init(placeholder, format, .optional, help: help)) {
      $0.first.flatMap(format.read)
    }
  }

  /// Any number of operands.
  package static func repeated<Base>(
    _ placeholder: String, _ format: ValueFormat<Base>, help: String
  ) -> Self where Value == [Base] {
    Self(declaration: .init(placeholder, format, .repeated, help: help)) {
      $0.compactMap(format.read)
    }
  }
}

extension Operand where Value == [String] {
  /// Another command with its arguments, behind '--'. That it stands there is checked by the command.
  package static func command(_ placeholder: String, example: String, help: String) -> Self {
    // Arguments may be empty.
    let format = ValueFormat<String>(
      expected: "an argument in UTF-8", example: example, read: { $0.text }, text: { $0 })
    return Self(declaration: .init(placeholder, format, .command, help: help)) {
      $0.compactMap(format.read)
    }
  }
}

extension OperandDeclaration {
  fileprivate init<Base>(
    _ placeholder: String, _ format: ValueFormat<Base>, _ presence: Presence, help: String
  ) {
    self.init(
      placeholder: placeholder, help: help, presence: presence, expected: format.expected,
      example: format.example, choices: format.choices,
      namesFile: Base.self == FilePathArgument.self, accepts: { format.read($0) != nil })
  }
}
