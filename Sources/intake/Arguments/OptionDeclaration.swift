/// What parsing, help, suggestions and completions know of an option, without the type of its
/// value.
package struct OptionDeclaration: Sendable {
  /// The long name, without hyphens.
  package let name: String
  /// The short name, if there is one.
  package let short: Character?
  /// What stands for the value in help, such as `DIR`; `nil` for a flag, which has no value.
  package let placeholder: String?
  /// One or two sentences.
  package let help: String
  /// What holds where the option is not given, as help shows it.
  package let defaultText: String?
  /// Whether each occurrence counts, rather than the last one.
  package let repeats: Bool
  /// What the value is, as in "a size".
  package let expected: String
  /// A value that would be right.
  package let example: String
  /// All values, where they can be counted.
  package let choices: [String]
  /// Whether the value is the path of a file or folder.
  package let namesFile: Bool
  /// Whether a value can be read.
  package let accepts: @Sendable (RawArgument) -> Bool
  /// Whether the command does nothing without it, and its synopsis therefore shows it.
  package var isRequired = false

  package var takesValue: Bool { placeholder != nil }

  /// The same option in a command that does nothing without it, which the command checks.
  package var required: OptionDeclaration {
    var declaration = self
    declaration.isRequired = true
    return declaration
  }

  /// The option as it is typed, with both names.
  package var synopsis: String {
    let shortForm = short.map { "-\($0), " } ?? "    "
    return "\(shortForm)--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }
}
