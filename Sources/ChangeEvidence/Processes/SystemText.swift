#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the C library says of an error number.
enum SystemText {
  static func of(_ number: Int32) -> String {
    // strerror answers from a table of the C library for every number it knows, also with many threads.
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
  }
}
