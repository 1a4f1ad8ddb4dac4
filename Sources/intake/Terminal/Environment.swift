#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The variables of the environment, as bytes; one that is empty counts as absent.
package struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> [UInt8]?

  package init(_ lookUp: @escaping @Sendable (String) -> [UInt8]?) { self.lookUp = lookUp }

  /// The environment of this process.
  package static let process = Environment { name in
    guard let value = getenv(name) else { return nil }
    let bytes = UnsafeBufferPointer(start: value, count: strlen(value))
    return bytes.map { UInt8(bitPattern: $0) }
  }

  package func bytes(_ name: String) -> [UInt8]? {
    lookUp(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  package func text(_ name: String) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
