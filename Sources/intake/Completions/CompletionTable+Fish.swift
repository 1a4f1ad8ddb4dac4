extension CompletionTable {
  /// Completions for fish.
  var fish: String {
    """
    # Completions of intake for fish: intake completions fish | source
    function __intake_command
      set -l command intake
      for word in (commandline -opc)[2..]
        switch "$command $word"
          case \(commands.dropFirst().map { Self.fishQuoted($0.name) }.joined(separator: " "))
            set command "$command $word"
        end
      end
      echo $command
    end
    complete -c intake -f

    """ + commands.flatMap(Self.fishLines).map { $0 + "\n" }.joined()
  }

  private static func fishLines(_ command: Command) -> [String] {
    let start =
      "complete -c intake -n \(fishQuoted("test (__intake_command) = \"\(command.name)\""))"
    var lines = command.subcommands.map {
      "\(start) -a \(fishQuoted($0.text)) -d \(fishQuoted($0.help))"
    }
    lines += command.options.map { option in
      let forms = option.forms.map { form in
        form.hasPrefix("--") ? "-l \(form.dropFirst(2))" : "-s \(form.dropFirst())"
      }
      return
        ([start] + forms + [
          option.value.map { "-r" + fishOptions($0) } ?? "", "-d \(fishQuoted(option.help))",
        ])
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    if command.subcommands.isEmpty { lines.append(start + fishOptions(command.operand)) }
    return lines
  }

  private static func fishOptions(_ value: Value) -> String {
    switch value {
    case .files: " -F"
    case .words(let words): " -f -a \(fishQuoted(words.joined(separator: " ")))"
    case .unknown: " -f"
    }
  }

  /// `text` as one word of fish, which knows two escapes between single quotes.
  private static func fishQuoted(_ text: String) -> String {
    var quoted = "'"
    for character in text {
      if character == "'" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return quoted + "'"
  }
}
