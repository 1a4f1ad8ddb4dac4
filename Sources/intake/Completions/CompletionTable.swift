/// What a shell can complete of a command line, from the definitions that parsing and help are made from.
struct CompletionTable {
  /// The program and everything below it, each group before its commands.
  let commands: [Command]

  struct Command {
    /// As it is typed, such as `intake inbox list`.
    let name: String
    let subcommands: [Word]
    let options: [Flag]
    /// What stands where no option does.
    let operand: Value
  }

  /// A word with what it is for.
  struct Word {
    let text: String
    let help: String
  }

  struct Flag {
    /// The forms in which it is typed, the long one first.
    let forms: [String]
    let help: String
    /// What stands behind it; `nil` for nothing.
    let value: Value?
  }

  enum Value {
    case files
    case words([String])
    /// Something that only the person knows.
    case unknown
  }

  init(_ root: CommandDefinition) { commands = Self.commands(root, prefix: "") }

  private static func commands(_ definition: CommandDefinition, prefix: String) -> [Command] {
    let name = prefix + definition.name
    var subcommands = definition.subcommands.map { Word(text: $0.name, help: $0.abstract) }
    var options = definition.options.map { option in
      Flag(
        forms: ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? []), help: option.help,
        value: option.takesValue ? Value(names: option.namesFile, choices: option.choices) : nil)
    }
    options.append(Flag(forms: ["--help", "-h"], help: "Show this help.", value: nil))
    if prefix.isEmpty {
      subcommands.append(Word(text: "help", help: "Show the help of a command"))
      options.append(Flag(forms: ["--version"], help: "Show the version.", value: nil))
    }
    let operand = definition.operands.last
    let command = Command(
      name: name, subcommands: subcommands, options: options,
      operand: operand.map { Value(names: $0.namesFile, choices: $0.choices) } ?? .unknown)
    return [command] + definition.subcommands.flatMap { commands($0, prefix: name + " ") }
  }
}

extension CompletionTable.Value {
  fileprivate init(names file: Bool, choices: [String]) {
    self = file ? .files : choices.isEmpty ? .unknown : .words(choices)
  }
}
