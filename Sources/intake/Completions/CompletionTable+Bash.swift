extension CompletionTable {
  /// A function for bash 4.4 or newer.
  var bash: String {
    """
    # Completions of intake for bash: source <(intake completions bash)
    _intake() {
      local command=intake operands= values= words= options= operand= i
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
      # '--name=value' comes as three words.
      if [[ $word == = ]]; then
        word=
      elif [[ $before == = && $COMP_CWORD -gt 1 ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case "$command ${COMP_WORDS[i]}" in
          \(commandPatterns.joined(separator: " | "))) command+=" ${COMP_WORDS[i]}" ;;
          *' --') operands=1 ;;
        esac
      done
      case $command in
    \(commands.map(Self.bashCase).joined(separator: "\n"))
      esac
      if [[ ! $operands ]]; then
        case "$command $before" in
    \(commands.flatMap(Self.bashValues).joined(separator: "\n"))
        esac
      fi
      if [[ $values ]]; then
        words=$values options=
      elif [[ $operands || $word != -* ]]; then
        [[ $words ]] || words=$operand
      else
        words=$options
      fi
      COMPREPLY=()
      case $words in
        unknown) ;;
        files)
          compopt -o filenames 2>/dev/null
          mapfile -t COMPREPLY < <(compgen -f -- "$word")
          ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;
      esac
    }
    complete -F _intake intake

    """
  }

  private static func bashCase(_ command: Command) -> String {
    let words = quoted(command.subcommands.map(\.text))
    let options = quoted(command.options.flatMap(\.forms))
    return """
          \(quoted(command.name))) words=\(words) options=\(options) operand=\(bashWords(command.operand)) ;;
      """
  }

  private static func bashValues(_ command: Command) -> [String] {
    command.options.compactMap { option in
      option.value.map { value in
        let patterns = option.forms.map { quoted("\(command.name) \($0)") }
        return "      \(patterns.joined(separator: " | "))) values=\(bashWords(value)) ;;"
      }
    }
  }

  private static func bashWords(_ value: Value) -> String {
    switch value {
    case .files: "files"
    case .words(let words): quoted(words)
    case .unknown: "unknown"
    }
  }
}
