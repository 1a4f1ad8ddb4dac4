import IntakeModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The open folder of a log. Closed when this value ends.
///
/// A file is named by an identifier of the time when it was made, so that their order is that of their names. What
/// has another name, or is a link, is none of ours, and never touched.
struct RecordFolder: ~Copyable {
  private let descriptor: Int32

  private static let suffix = ".jsonl"
  private enum FileTag {}

  private init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens the folder at `path`; `nil` where there is none.
  init?(_ path: String) throws(RecordFileError) {
    let number: Int32
    do throws(RecordFileError) {
      number = try RecordFileError.check("open") {
        open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      }
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    self.init(owning: number)
  }

  /// - Parameter needed: What has to be there first.
  static func make(_ path: String, beside needed: String?) throws(RecordFileError) {
    if let needed { try RecordFileError.check("access") { access(needed, F_OK) } }
    if mkdir(path, 0o770) == 0 { return }
    let error = RecordFileError(of: "mkdir")
    // There already, and no file or link.
    if try RecordFolder(path) == nil { throw error }
  }

  static func remove(_ path: String) throws(RecordFileError) {
    // A record may have come in, or a file that is none of ours.
    try RecordFileError.check("rmdir") { rmdir(path) }
  }

  /// A new name, which comes behind `last`.
  static func newName(after last: String?) -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    // The clock may have been set back.
    let before = last.flatMap { identifier(in: $0)?.milliseconds } ?? 0
    return UniqueID<FileTag>(milliseconds: max(now, before + 1)).description + suffix
  }

  private static func identifier(in name: String) -> UniqueID<FileTag>? {
    guard name.hasSuffix(suffix) else { return nil }
    return UniqueID(String(name.dropLast(suffix.count)))
  }

  /// Our files with their sizes, the oldest first.
  borrowing func files() throws(RecordFileError) -> [(name: String, size: Int64)] {
    var files: [(name: String, size: Int64)] = []
    for name in try names() where Self.identifier(in: name) != nil {
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      files.append((name, Int64(status.st_size)))
    }
    return files.sorted { $0.name < $1.name }
  }

  private borrowing func names() throws(RecordFileError) -> [String] {
    // A descriptor of its own: reading a folder moves its place, and closing it closes the descriptor.
    let own = try RecordFileError.check("openat") {
      openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard let folder = fdopendir(own) else {
      let error = RecordFileError(of: "fdopendir")
      close(own)
      throw error
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  /// Opens a file of the log; `nil` where another process has removed it, or made it, meanwhile.
  borrowing func file(_ name: String, creates: Bool) throws(RecordFileError) -> LineFile? {
    let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC | (creates ? O_CREAT | O_EXCL : 0)
    do throws(RecordFileError) {
      return LineFile(
        owning: try RecordFileError.check("openat") { openat(descriptor, name, flags, 0o660) })
    } catch {
      if error.isMissing, !creates { return nil }
      throw error
    }
  }

  /// Removes a file of the log. That another process was quicker is as good.
  borrowing func remove(_ name: String) throws(RecordFileError) {
    do throws(RecordFileError) {
      try RecordFileError.check("unlinkat") { unlinkat(descriptor, name, 0) }
    } catch {
      if !error.isMissing { throw error }
    }
  }
}
