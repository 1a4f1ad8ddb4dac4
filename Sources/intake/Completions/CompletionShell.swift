/// A shell that completes command lines.
enum CompletionShell: String, Sendable, CaseIterable {
  case bash
  case zsh
  case fish

  /// The script that the shell reads.
  func script(_ table: CompletionTable) -> String {
    switch self {
    case .bash: table.bash
    case .zsh: table.zsh
    case .fish: table.fish
    }
  }
}

extension CompletionTable {
  /// The patterns of a `case` by which a command is told from its operands, such as `'intake inbox list'`.
  var commandPatterns: [String] { commands.dropFirst().map { Self.quoted($0.name) } }

  static func quoted(_ text: String) -> String { ShellWord.quoted(text) }

  static func quoted(_ words: [String]) -> String { quoted(words.joined(separator: " ")) }
}
