package import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Which file is at a path, without opening it.
package enum LocalFile {
  /// What tells one file from another on this machine, for as long as it exists.
  package struct Identity: Sendable, Hashable {
    package let device: UInt64
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
      self.device = device
      self.inode = inode
    }
  }

  /// - Throws: ``IntakeError`` with `sourceMissing` or `sourceDenied`.
  package static func identity(of path: LocalPath) throws(IntakeError) -> Identity {
    do throws(Errno) {
      let status = try path.withCString { path throws(Errno) in
        try FileStatus(of: path, in: AT_FDCWD)
      }
      guard let status else { throw Errno(ENOENT, from: "fstatat") }
      return Identity(device: status.device, inode: status.inode)
    } catch {
      throw .source(error, at: .loading, path: path.description)
    }
  }

  /// Whether there is anything at `path`, as far as the process can see.
  package static func exists(_ path: LocalPath) -> Bool { (try? identity(of: path)) != nil }

  /// The most entries of a folder that are looked through for a file that was renamed.
  private static let siblingLimit = 10_000

  /// Another name of the file `identity` in the folder that `path` lies in.
  ///
  /// - Returns: `nil` where there is none among the first 10,000 entries, or the folder cannot be read.
  package static func sibling(
    of path: LocalPath, with identity: Identity
  ) -> LocalPath? {
    let slash = UInt8(ascii: "/")
    guard let end = path.bytes.lastIndex(of: slash) else { return nil }
    let folder = LocalPath(bytes: path.bytes[...end])
    do throws(Errno) {
      let stream = try folder.withCString { path throws(Errno) in
        try DirectoryStream(of: Descriptor(openingFolder: path, followsLink: true))
      }
      guard var entries = stream else { return nil }
      for _ in 0..<siblingLimit {
        guard let entry = try entries.next() else { return nil }
        let candidate = LocalPath(bytes: folder.bytes + entry.name)
        if let found = try? Self.identity(of: candidate), found == identity { return candidate }
      }
      return nil
    } catch {
      return nil
    }
  }
}
