/// Text as one word of a command line, for a POSIX shell.
package enum ShellWord {
  /// In quotation marks, whatever is in it.
  package static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }

  /// A command and its last word, set apart from the sentence around it by quotation marks: those of the word where it
  /// needs some, and else around the whole.
  package static func command(_ command: String, _ word: String) -> String {
    isPlain(word) ? "'\(command) \(word)'" : "\(command) \(quoted(word))"
  }

  /// Whether a shell reads it as it stands.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }
}
