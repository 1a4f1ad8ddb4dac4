#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FilePathArgument {
  /// Makes the folders that the path lies in, as `mkdir -p` does; not the last component itself.
  ///
  /// What cannot be made is found out, and said, when the path is used.
  func makeParents() {
    let slash = UInt8(ascii: "/")
    for index in bytes.indices.dropFirst() where bytes[index] == slash {
      FilePathArgument(bytes: Array(bytes[..<index]))?.withCString { _ = mkdir($0, 0o777) }
    }
  }
}
