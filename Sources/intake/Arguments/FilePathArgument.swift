/// The path of a file as it was given: bytes without NUL, which need not be UTF-8.
package struct FilePathArgument: Sendable, Hashable {
  /// What the system is asked to open.
  package let bytes: [UInt8]

  /// A path of these bytes; `nil` if there are none, or if one is NUL.
  package init?(bytes: [UInt8]) {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    self.bytes = bytes
  }

  /// The path for the eyes of a person, on one line. Never the way to the file.
  package var display: String { DisplayText.escaped(bytes) }

  /// The bytes after the last slash, which are the name that a source suggests.
  package var lastComponent: [UInt8] {
    let slash = UInt8(ascii: "/")
    let end = bytes.lastIndex { $0 != slash }.map { $0 + 1 } ?? 0
    return Array(bytes[..<end].split(separator: slash).last ?? [])
  }

  /// Calls `body` with the path as the system wants it, ended by NUL.
  package func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let characters = bytes.map { CChar(bitPattern: $0) } + [0]
    return try characters.withUnsafeBufferPointer { buffer throws(Failure) in
      // The buffer holds at least the NUL, so that it has a base address.
      try body(buffer.baseAddress!)
    }
  }
}
