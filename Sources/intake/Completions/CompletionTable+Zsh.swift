extension CompletionTable {
  /// A function for zsh, to be sourced, or kept as `_intake` in a folder of `fpath`.
  var zsh: String {
    """
    #compdef intake
    # Completions of intake for zsh: autoload -Uz compinit && compinit; source <(intake completions zsh)
    _intake() {
      local command=intake word operands= before=${words[CURRENT-1]}
      local -a commands options
      for word in ${words[2,CURRENT-1]}; do
        case "$command $word" in
          (\(commandPatterns.joined(separator: " | "))) command+=" $word" ;;
          (*' --') operands=1 ;;
        esac
      done
      if [[ -z $operands ]]; then
        case "$command $before" in
    \(commands.flatMap(Self.zshValues).joined(separator: "\n"))
        esac
      fi
      case $command in
    \(commands.map(Self.zshCase).joined(separator: "\n"))
      esac
      if [[ -z $operands && $PREFIX == -* ]]; then
        _describe -o option options
      elif (( $#commands )); then
        _describe command commands
      else
        case $command in
    \(commands.compactMap(Self.zshOperand).joined(separator: "\n"))
        esac
      fi
    }
    if [[ $funcstack[1] == _intake ]]; then
      _intake "$@"
    elif (( $+functions[compdef] )); then
      compdef _intake intake
    else
      print -u2 'intake: write "autoload -Uz compinit && compinit" before this'
    fi

    """
  }

  private static func zshCase(_ command: Command) -> String {
    let words = command.subcommands.map { described($0.text, $0.help) }
    let options = command.options.flatMap { option in
      option.forms.map { described($0, option.help) }
    }
    return """
          (\(quoted(command.name)))
            commands=(\(words.joined(separator: " ")))
            options=(\(options.joined(separator: " ")))
            ;;
      """
  }

  /// A word with its help, as `_describe` takes it: the first colon parts them.
  private static func described(_ word: String, _ help: String) -> String {
    quoted(
      word.split(separator: ":", omittingEmptySubsequences: false).joined(separator: #"\:"#) + ":"
        + help)
  }

  private static func zshValues(_ command: Command) -> [String] {
    command.options.compactMap { option in
      option.value.map { value in
        let patterns = option.forms.map { quoted("\(command.name) \($0)") }
        return "      (\(patterns.joined(separator: " | "))) \(zshCall(value)); return ;;"
      }
    }
  }

  private static func zshOperand(_ command: Command) -> String? {
    command.subcommands.isEmpty
      ? "      (\(quoted(command.name))) \(zshCall(command.operand)) ;;" : nil
  }

  private static func zshCall(_ value: Value) -> String {
    switch value {
    case .files: "_files"
    case .words(let words): "compadd -- \(words.map { quoted($0) }.joined(separator: " "))"
    case .unknown: ":"
    }
  }
}
