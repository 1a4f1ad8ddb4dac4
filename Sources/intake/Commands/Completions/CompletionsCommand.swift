/// `intake completions`: what a shell completes, from the definitions of all commands.
package enum CompletionsCommand {
  private static let shell = Operand<CompletionShell?>.required(
    "SHELL", .choice(), help: "One of bash, zsh or fish.")

  package static let definition = CommandDefinition(
    "completions", abstract: "Print what completes command lines in a shell",
    discussion: [
      "Commands, options, the values of options where they can be counted, and files. The script is "
        + "made from what '--help' shows. bash has to be 4.4 or newer; in zsh, 'autoload -Uz compinit && "
        + "compinit' has to stand before the script."
    ],
    operands: [shell.declaration],
    examples: [
      ("source <(intake completions bash)", "In ~/.bashrc, or, with zsh for bash, in ~/.zshrc"),
      ("intake completions fish | source", "In ~/.config/fish/config.fish"),
    ])

  package static let body: CommandBodies.Body = { arguments, context in
    guard let shell = arguments[shell] else { return .fault }
    try await context.output.write(shell.script(CompletionTable(RootCommand.definition)).utf8)
    return .success
  }
}
