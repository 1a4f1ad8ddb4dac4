/// One argument as the system passed it: bytes, which need not be UTF-8.
///
/// `CommandLine.arguments` repairs what is not UTF-8, and so changes the names of files. This does
/// not.
package struct RawArgument: Sendable, Hashable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The argument as text; `nil` if it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The argument for the eyes of a person, on one line.
  package var display: String { DisplayText.escaped(bytes) }
}

extension RawArgument {
  /// The arguments of this process, without its name.
  package static func ofProcess() -> [RawArgument] {
    let arguments = CommandLine.unsafeArgv
    return (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
      guard let start = arguments[index] else { return nil }
      var bytes: [UInt8] = []
      var next = start
      while next.pointee != 0 {
        bytes.append(UInt8(bitPattern: next.pointee))
        next += 1
      }
      return RawArgument(bytes: bytes)
    }
  }
}
