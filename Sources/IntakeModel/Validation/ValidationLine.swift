// What a validator's process and its client say to each other: lines of ASCII over a socket, each at most
// `ValidationLine.maximumLength` bytes. The content itself is a descriptor that comes with the request.

/// What all lines have in common.
package enum ValidationLine {
  /// The most bytes of a line with its end.
  package static let maximumLength = 512

  static func words(_ line: String, _ keyword: String) -> [Substring]? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    return words.first == keyword[...] ? Array(words.dropFirst()) : nil
  }
}
