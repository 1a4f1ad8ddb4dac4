/// A path as the system has it: bytes, which on Linux need not be UTF-8.
public struct LocalPath: Hashable, Sendable {
  /// The path without a zero at its end; nothing is checked or resolved.
  public let bytes: [UInt8]

  /// Makes a path of `bytes` as they are.
  public init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Makes a path of the UTF-8 of `text`.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The last component, for display.
  public var lastComponent: String {
    String(decoding: bytes.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
  }

  /// Calls `body` with the path as the system takes it: ended by a zero.
  ///
  /// - Returns: `nil` for a path that holds a zero, which to the system would name another file.
  package func withCString<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    if bytes.contains(0) { return nil }
    let terminated = bytes.map(CChar.init(bitPattern:)) + [0]
    return try body(terminated)
  }
}

extension LocalPath: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension LocalPath: CustomStringConvertible {
  /// The path for display: what is not UTF-8 is replaced.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
