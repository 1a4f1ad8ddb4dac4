internal import ContainerStorage

/// What finds a file on this machine again: its path, and which file it was.
struct LocalBookmark: Hashable {
  let identity: LocalFile.Identity
  let path: LocalPath

  private static let start = Array("local 1 ".utf8)

  init(identity: LocalFile.Identity, path: LocalPath) {
    self.identity = identity
    self.path = path
  }

  /// `local 1 DEVICE INODE PATH`, the path as the system has it.
  var bytes: [UInt8] {
    Self.start + Array("\(identity.device) \(identity.inode) ".utf8) + path.bytes
  }

  /// Reads a bookmark back; `nil` for bytes that ``bytes`` does not write.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.start) else { return nil }
    let parts = bytes[Self.start.count...].split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let device = UInt64(String(decoding: parts[0], as: UTF8.self)),
      let inode = UInt64(String(decoding: parts[1], as: UTF8.self)),
      parts[2].first == UInt8(ascii: "/"), !parts[2].contains(0)
    else { return nil }
    self.init(
      identity: .init(device: device, inode: inode), path: LocalPath(bytes: parts[2]))
    guard self.bytes == bytes else { return nil }
  }
}

/// Finds files on this machine by the bookmarks of ``LocalDocument``.
///
/// A file that was replaced at its path, as editors do when they save, is the document still, by a stale
/// bookmark; so is one that got another name in its folder. One that left its folder is not looked for.
public struct LocalBookmarkResolver: BookmarkResolver {
  /// Makes a resolver, which holds nothing.
  public init() {}

  public func resolve(_ bookmark: DocumentBookmark) throws -> ResolvedBookmark {
    guard let bookmark = LocalBookmark(bookmark.bytes) else {
      throw IntakeError(
        .linkBroken, at: .handoff, "the bookmark is none of a file on this machine; link it again")
    }
    do {
      let found = try LocalFile.identity(of: bookmark.path)
      return ResolvedBookmark(
        LocalDocument(at: bookmark.path), isStale: found != bookmark.identity)
    } catch {
      guard error.code == .sourceMissing else { throw error }
      let document = LocalDocument(at: bookmark.path)
      // Its stub is in its place: it comes back, and who reads it is told so.
      if try document.isDownloaded() == false { return ResolvedBookmark(document, isStale: false) }
      if let path = LocalFile.sibling(of: bookmark.path, with: bookmark.identity) {
        return ResolvedBookmark(LocalDocument(at: path), isStale: true)
      }
      throw IntakeError(
        .linkBroken, at: .handoff,
        "'\(bookmark.path)' is not there any more, nor in its folder by another name; link it again",
        cause: error)
    }
  }
}
