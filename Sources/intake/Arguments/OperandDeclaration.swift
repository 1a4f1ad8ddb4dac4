/// What parsing and help know of an operand, without the type of its value.
package struct OperandDeclaration: Sendable {
  /// What stands for it in help, such as `FILE`; unique in its command.
  package let placeholder: String
  package let help: String
  package let presence: Presence
  package let expected: String
  package let example: String
  /// All values, where they can be counted.
  package let choices: [String]
  /// Whether the operand is the path of a file or folder.
  package let namesFile: Bool
  package let accepts: @Sendable (RawArgument) -> Bool

  /// How often an operand may stand.
  package enum Presence: Sendable {
    case required
    case optional
    /// Any number of times, none included. Only the last operand of a command may.
    case repeated
    /// Any number of times, behind '--': the words of another command, which has options of its own.
    case command
  }

  /// The operand as it stands in a synopsis.
  package var synopsis: String {
    switch presence {
    case .required: placeholder
    case .optional: "[\(placeholder)]"
    case .repeated: "[\(placeholder) ...]"
    case .command: "-- \(placeholder) ..."
    }
  }
}
