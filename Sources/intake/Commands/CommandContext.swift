/// What a command works with besides its arguments.
///
/// Not `Sendable`, since ``output`` is for one task; the other members can be copied out for child
/// tasks.
package struct CommandContext {
  /// Where results go.
  package let output: StandardOutput
  /// Whether and how a person looks at the results.
  package let terminal: Terminal
  /// Where everything else is said.
  package let messages: Messages
  package let environment: Environment

  package init(
    output: StandardOutput, terminal: Terminal, messages: Messages, environment: Environment
  ) {
    self.output = output
    self.terminal = terminal
    self.messages = messages
    self.environment = environment
  }
}
