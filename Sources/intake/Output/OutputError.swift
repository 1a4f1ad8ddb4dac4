/// Results cannot be written.
package enum OutputError: Error, Sendable, Hashable {
  /// Whoever read them has gone: not worth a word, but the work has to end.
  case closed
  /// Writing failed, such as on a full disk.
  case failed(number: Int32)
}

extension OutputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .closed: "Nobody reads standard output any more."
    case .failed(let number):
      "Standard output cannot be written: \(SystemError.text(number)). "
        + "What was printed is incomplete."
    }
  }
}
