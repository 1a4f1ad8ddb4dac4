/// What a command line asks for.
package enum ParsedCommandLine: Sendable {
  /// To run a command.
  case run(ParsedArguments)
  /// To be told about a command.
  case help(CommandDefinition, command: String)
  /// To be told the version.
  case version
}
