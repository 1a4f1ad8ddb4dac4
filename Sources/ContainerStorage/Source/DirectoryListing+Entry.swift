extension DirectoryListing {
  /// One file or folder that was listed.
  package struct Entry: Sendable, Hashable {
    /// The path relative to the listed folder, as bytes: on Linux a name need not be UTF-8.
    package let bytes: [UInt8]
    package let kind: FileKind

    /// The path relative to the listed folder, for display: what is not UTF-8 is replaced.
    package var path: String { String(decoding: bytes, as: UTF8.self) }

    /// The last component, for display.
    package var name: String {
      String(decoding: bytes.split(separator: 0x2F).last ?? [], as: UTF8.self)
    }

    /// The components, each ended by NUL for the system.
    var components: [[CChar]] {
      bytes.split(separator: 0x2F).map { $0.map(CChar.init(bitPattern:)) + [0] }
    }

    /// Byte order of the paths, a folder's with its slash, so that a folder's content follows it at once.
    func isBefore(_ other: Self) -> Bool {
      let common = min(bytes.count, other.bytes.count)
      for index in 0..<common where bytes[index] != other.bytes[index] {
        return bytes[index] < other.bytes[index]
      }
      // Neither a slash nor NUL can be part of a name, so this ends every comparison of two siblings.
      return byte(behindCommon: common) < other.byte(behindCommon: common)
    }

    private func byte(behindCommon index: Int) -> UInt8 {
      if index < bytes.count { return bytes[index] }
      return kind == .directory ? 0x2F : 0
    }
  }

  /// How much is listed.
  package struct Limits: Sendable, Hashable {
    /// The most entries, files and folders together. 100,000 by default: their names take some 10 MiB.
    package var count: Int
    /// The deepest folder that is entered. 32 by default: each one on the way holds a descriptor.
    package var depth: Int

    package init(count: Int = 100_000, depth: Int = 32) {
      self.count = count
      self.depth = depth
    }
  }
}
