/// The name of an entry: relative, with `/` between its components, in UTF-8.
///
/// It can't leave the folder that it is unpacked into, also where `\` separates components. Two
/// names are equal when their bytes are, as in a file system: `é` can be written in two ways.
package struct ArchivePath: Sendable {
  package let string: String

  /// - Throws: ``ArchiveError`` of kind `invalidPath`, which doesn't repeat the name.
  package init(_ string: String) throws(ArchiveError) {
    if let fault = Self.fault(of: string.utf8) {
      throw ArchiveError(.invalidPath, call: "ArchivePath", text: fault)
    }
    self.string = string
  }

  private static func fault(of name: String.UTF8View) -> String? {
    if let escape = escape(of: name) { return escape }
    for component in name.split(separator: slash, omittingEmptySubsequences: false) {
      if component.isEmpty { return "the name has an empty component" }
      if component.elementsEqual(".".utf8) { return "the name has the component ." }
    }
    return nil
  }

  /// Why a name that was read, in whatever encoding, leads out of the folder that it is unpacked into, or leads
  /// nowhere; `nil` where it stays, however unusual it is.
  package static func escape(ofRead name: [UInt8]) -> String? {
    // A drive of Windows is as absolute as a slash is. Where it is written, `a:b` is a name like any other.
    if name.count > 1, name[1] == UInt8(ascii: ":"), (0x61...0x7A).contains(name[0] | 0x20) {
      return "the name is absolute"
    }
    return escape(of: name)
  }

  private static func escape(of name: some Collection<UInt8>) -> String? {
    if name.isEmpty { return "the name is empty" }
    if name.count > ArchiveLimits.pathBytes {
      return "the name has \(name.count) bytes, more than \(ArchiveLimits.pathBytes)"
    }
    if name.contains(0) { return "the name has a NUL" }
    if name.first == slash || name.first == backslash { return "the name is absolute" }
    for component in name.split(whereSeparator: { $0 == slash || $0 == backslash }) {
      if component.elementsEqual("..".utf8) { return "the name has the component .." }
    }
    return nil
  }

  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")
}

extension ArchivePath: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
  }
}

extension ArchivePath: Comparable {
  /// By bytes, which is the order of a reproducible archive.
  package static func < (left: Self, right: Self) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }
}
