import IntakeModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder for one test, with a generated name, which is removed with its content when nothing holds it.
///
/// It lies in `TMPDIR`, or in another folder such as a mounted file system. See `withTemporaryFolder(base:_:)`
/// for a folder that ends with a closure.
public final class TemporaryFolder: Sendable {
  /// The absolute path, without a slash at the end.
  public let path: String

  /// Makes the folder in `base`, or in `TMPDIR`, or in `/tmp`.
  ///
  /// - Throws: ``SystemCallFailure``.
  public init(base: String? = nil) throws {
    let base = base ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let parent = base.last == "/" ? String(base.dropLast()) : base
    var template = Array("\(parent)/intake-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemCallFailure("mkdtemp", subject: base) }
    path = String(cString: made)
  }

  deinit { remove() }

  /// Removes the folder and its content now. Links are removed, not followed.
  ///
  /// What cannot be removed stays; a test that left it mounted or immutable would notice.
  public func remove() { FolderRemoval.remove(path) }

  /// The path of `name` in the folder.
  public func path(of name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and the folders in its name that are not there.
  ///
  /// - Returns: The file's path.
  /// - Throws: ``SystemCallFailure``.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try write(SampleContent(Array(bytes)), to: name)
  }

  /// Writes a file in pieces, so that its size does not matter.
  ///
  /// - Returns: The file's path.
  /// - Throws: ``SystemCallFailure``.
  @discardableResult
  public func write(_ content: SampleContent, to name: String) throws -> String {
    try makeFolders(above: name)
    let target = path(of: name)
    try FileAccess.write(content, to: target)
    return target
  }

  /// The content of a file.
  ///
  /// - Throws: ``SystemCallFailure``.
  public func read(_ name: String) throws -> [UInt8] {
    try FileAccess.read(LocalPath(path(of: name)))
  }

  /// Makes a folder, and those above it in `name`.
  ///
  /// - Returns: Its path.
  /// - Throws: ``SystemCallFailure``.
  @discardableResult
  public func makeFolder(_ name: String) throws -> String {
    try makeFolders(above: name + "/")
    return path(of: name)
  }

  /// Makes a symbolic link to `target`, which need not be there.
  ///
  /// - Returns: The link's path.
  /// - Throws: ``SystemCallFailure``.
  @discardableResult
  public func link(_ name: String, to target: String) throws -> String {
    try makeFolders(above: name)
    try SystemCallFailure.check("symlink", name) { symlink(target, path(of: name)) }
    return path(of: name)
  }

  /// Whether there is something called `name`, be it a link that leads nowhere.
  public func contains(_ name: String) -> Bool {
    var status = stat()
    return lstat(path(of: name), &status) == 0
  }

  /// The names in the folder, or in the one called `name` in it, in byte order.
  ///
  /// - Throws: ``SystemCallFailure``.
  public func list(_ name: String = "") throws -> [String] {
    try FileAccess.names(in: name.isEmpty ? path : path(of: name))
  }

  /// The relative paths of everything below the folder but folders themselves, in byte order.
  ///
  /// - Throws: ``SystemCallFailure``.
  public func listFiles() throws -> [String] {
    var files: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      for name in try list(folder) {
        let relative = folder.isEmpty ? name : "\(folder)/\(name)"
        if FileAccess.isFolder(path(of: relative)) {
          folders.append(relative)
        } else {
          files.append(relative)
        }
      }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func makeFolders(above name: String) throws {
    var end = name.startIndex
    while let slash = name[end...].firstIndex(of: "/") {
      let folder = path(of: String(name[..<slash]))
      if mkdir(folder, 0o777) != 0, errno != EEXIST {
        throw SystemCallFailure("mkdir", subject: folder)
      }
      end = name.index(after: slash)
    }
  }
}
