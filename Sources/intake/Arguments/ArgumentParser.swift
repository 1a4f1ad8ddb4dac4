import IntakeModel

/// Reads command lines by the conventions of POSIX and GNU.
///
/// `--name=value` and `--name value`, `-n4` and `-n 4`, several short flags in one argument, `--`
/// before operands that begin with a hyphen, options also after operands. The last of several
/// values counts, unless the option may be repeated. Long names are not shortened, so that a script
/// means the same tomorrow.
package struct ArgumentParser: Sendable {
  let root: CommandDefinition

  package init(_ root: CommandDefinition) { self.root = root }

  /// Reads the arguments, without the name of the program.
  ///
  /// `--help` counts from where it stands: an error before it is reported first.
  package func parse(_ arguments: [RawArgument]) throws(UsageError) -> ParsedCommandLine {
    var definition = root
    var command = root.name
    var rest = arguments[...]
    while definition.isGroup {
      guard let argument = rest.popFirst() else { throw missing(definition, command) }
      switch argument.text {
      case "--help", "-h": return .help(definition, command: command)
      case "--version" where definition.name == root.name: return .version
      case "help" where definition.name == root.name: return try help(rest)
      default: break
      }
      definition = try subcommand(argument, of: definition, command)
      command += " " + definition.name
    }
    var reading = ArgumentReading(definition: definition, command: command)
    guard let parsed = try reading.read(rest) else { return .help(definition, command: command) }
    try definition.check(parsed)
    return .run(parsed)
  }

  private func help(_ names: ArraySlice<RawArgument>) throws(UsageError) -> ParsedCommandLine {
    var definition = root
    var command = root.name
    for name in names where name.text?.hasPrefix("-") != true {
      definition = try subcommand(name, of: definition, command)
      command += " " + definition.name
    }
    return .help(definition, command: command)
  }

  private func subcommand(
    _ argument: RawArgument, of group: CommandDefinition, _ command: String
  ) throws(UsageError) -> CommandDefinition {
    if let found = group.subcommands.first(where: { $0.name == argument.text }) { return found }
    let text = argument.text ?? ""
    if text.hasPrefix("-") {
      throw UsageError(
        "'\(command)' has no option '\(argument.display)'.",
        hint: group.isGroup ? "Options stand after the sub-command." : nil, command: command)
    }
    let nearest = Suggestion.nearest(to: text, among: group.subcommands.map(\.name))
    throw UsageError(
      "'\(command)' has no sub-command '\(argument.display)'.",
      hint: nearest.map { "Did you mean '\(command) \($0)'?" }, command: command)
  }

  private func missing(_ group: CommandDefinition, _ command: String) -> UsageError {
    let names = group.subcommands.map(\.name).joined(separator: ", ")
    return UsageError("'\(command)' needs a sub-command: \(names).", command: command)
  }
}
