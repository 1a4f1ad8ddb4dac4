import IntakeModel
import ShareContract

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The files of a working tree, read to say how they differ from the commit.
///
/// Not by the text of `git diff`, which depends on the version and the settings of git. The digest is the SHA-256 of
/// one record for each file that differs, in the order of the bytes of their paths: the two letters of `git status`
/// (or, of a file that git was told not to look at, the letter of `git ls-files -v` twice), a space, the path, a zero
/// byte, then `file`, `link`, `other` or `gone`, a space, the SHA-256 of the content (of a
/// file its bytes, of a link its target, else of nothing) in hexadecimal digits, and a line feed.
struct WorkingTree {
  let root: [UInt8]
  let excluded: String?

  /// The most bytes that are read: 4 GiB, some ten seconds.
  private static let maximumBytes: Int64 = 4 << 30

  /// - Parameters:
  ///   - status: What `git status --porcelain=v1 -z` says.
  ///   - listing: What `git ls-files -v -z` says.
  /// - Returns: `nil` where nothing differs.
  func difference(
    status: [UInt8], listing: [UInt8]
  ) throws(EvidenceError) -> Change.Difference? {
    let own = excluded.flatMap { Self.identity(of: Array($0.utf8)) }
    let told = status.split(separator: 0)
    let known = Set(told.map { $0.dropFirst(3) })
    let untold = Self.untold(listing).filter { !known.contains($0.dropFirst(3)) }
    let records = (told + untold).filter { record in
      guard record.count > 3, let own else { return record.count > 3 }
      return Self.identity(of: root + [UInt8(ascii: "/")] + record.dropFirst(3)) != own
    }
    if records.isEmpty { return nil }
    var digest = try StreamDigest()
    var bytes: Int64 = 0
    for record in records.sorted(by: { $0.dropFirst(3).lexicographicallyPrecedes($1.dropFirst(3)) })
    {
      let path = root + [UInt8(ascii: "/")] + record.dropFirst(3)
      let (kind, content) = try read(path, &bytes)
      try digest.update(Array(record) + [0] + Array("\(kind) \(content)\n".utf8))
    }
    return Change.Difference(fileCount: records.count, digest: try digest.finish())
  }

  /// The files that git was told to take for unchanged (a small letter) or to leave out (`S`): whether they differ,
  /// `git status` does not say, so that they count as if they did.
  private static func untold(_ listing: [UInt8]) -> [ArraySlice<UInt8>] {
    listing.split(separator: 0).compactMap { entry in
      guard let letter = entry.first, entry.count > 2,
        letter == UInt8(ascii: "S") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
      else { return nil }
      return [letter] + entry
    }
  }

  private func read(
    _ path: [UInt8], _ total: inout Int64
  ) throws(EvidenceError) -> (kind: String, content: ContentDigest) {
    let name = path.map { CChar(bitPattern: $0) } + [0]
    var status = stat()
    guard lstat(name, &status) == 0 else { return ("gone", try StreamDigest.of([])) }
    switch status.st_mode & S_IFMT {
    case S_IFLNK:
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink(name, &target, target.count)
      return (
        "link", try StreamDigest.of(target.prefix(max(0, count)).map { UInt8(bitPattern: $0) })
      )
    case S_IFREG:
      let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { throw Self.unreadable(path) }
      defer { close(descriptor) }
      return ("file", try Self.digest(descriptor, path, &total))
    default:
      return ("other", try StreamDigest.of([]))
    }
  }

  private static func digest(
    _ descriptor: Int32, _ path: [UInt8], _ total: inout Int64
  ) throws(EvidenceError) -> ContentDigest {
    var digest = try StreamDigest()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = systemRead(descriptor, buffer)
      if count == 0 { return try digest.finish() }
      if count < 0 {
        if errno == EINTR { continue }
        throw unreadable(path)
      }
      total += Int64(count)
      guard total <= maximumBytes else {
        throw EvidenceError(
          "the files in which the working tree differs from its commit have more than "
            + "\(ByteCount(bytes: maximumBytes)); commit, remove or ignore them")
      }
      try digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private static func unreadable(_ path: [UInt8]) -> EvidenceError {
    EvidenceError(
      "\(Quotation.of(path)), in which the working tree differs from its commit, cannot be read: "
        + SystemText.of(errno))
  }

  /// What makes a file itself, whatever path leads to it; `nil` where there is none.
  private static func identity(of path: [UInt8]) -> [UInt64]? {
    var status = stat()
    let name = path.map { CChar(bitPattern: $0) } + [0]
    return stat(name, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
