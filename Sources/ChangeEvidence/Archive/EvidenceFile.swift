import ShareContract

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is written whole or not at all.
///
/// It has a hidden name beside the final one until it is finished, and goes away if it never is.
struct EvidenceFile: ~Copyable {
  private let path: String
  private let partial: String
  private let replaces: Bool
  private let descriptor: Int32

  init(_ path: String, replacing replaces: Bool) throws(EvidenceError) {
    if !replaces, access(path, F_OK) == 0 { throw Self.exists(path) }
    var status = stat()
    if lstat(path, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
      throw EvidenceError("\(Quotation.of(path)) is there, and is no file; choose another name")
    }
    let partial =
      Self.folder(of: path) + ".intake-evidence-\(UInt64.random(in: 0 ... .max)).partial"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw EvidenceError("\(Quotation.of(path)) cannot be written: \(SystemText.of(errno))")
    }
    self.path = path
    self.replaces = replaces
    self.descriptor = descriptor
    self.partial = partial
  }

  deinit {
    close(descriptor)
    // Does nothing once it has its name.
    unlink(partial)
  }

  /// The folder of a path, with `/` at the end; empty for the working folder.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  }

  /// What appends bytes to it; must not be called after its end.
  func writer() -> (UnsafeRawBufferPointer) throws -> Void {
    let descriptor = descriptor
    let path = path
    return { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count < 0 {
          if errno == EINTR { continue }
          throw Self.failure(path, "cannot be written")
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Syncs it, and gives it its name.
  consuming func finish() throws(EvidenceError) {
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      throw Self.failure(path, "cannot be written")
    }
    // link(2) never replaces; rename(2) always does.
    let result = replaces ? rename(partial, path) : link(partial, path)
    if result != 0 {
      throw errno == EEXIST ? Self.exists(path) : Self.failure(path, "cannot be named")
    }
    let name = Self.folder(of: path)
    let folder = open(name.isEmpty ? "." : name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      _ = fsync(folder)
      close(folder)
    }
  }

  private static func exists(_ path: String) -> EvidenceError {
    EvidenceError(
      "\(Quotation.of(path)) exists, and is not replaced; choose another name, or add '--force'"
    )
  }

  private static func failure(_ path: String, _ what: String) -> EvidenceError {
    EvidenceError("\(Quotation.of(path)) \(what): \(SystemText.of(errno))")
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
