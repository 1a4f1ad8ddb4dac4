/// The command line cannot be understood.
package struct UsageError: Error, Sendable, Hashable {
  /// What is wrong, with the argument as it was given.
  package let message: String
  /// What would help.
  package let hint: String?
  /// The command whose help tells more, such as `intake inbox take`.
  package let command: String

  package init(_ message: String, hint: String? = nil, command: String) {
    self.message = message
    self.hint = hint
    self.command = command
  }
}

extension UsageError: CustomStringConvertible {
  package var description: String {
    let lines = [message, hint, "Try '\(command) --help'."]
    return lines.compactMap { $0 }.joined(separator: "\n")
  }
}
