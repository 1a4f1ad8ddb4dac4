#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Removes a folder with its content, following no link.
///
/// Folders below are moved up before they are emptied, so that neither the stack nor the descriptors grow
/// with the depth, which a test may have made hostile.
enum FolderRemoval {
  /// Removes what can be removed.
  static func remove(_ path: String) {
    guard let top = openFolder(AT_FDCWD, path.utf8CString.map { $0 }) else { return }
    var moved = 0
    var kept: Set<[CChar]> = []
    while let names = names(in: top)?.filter({ !kept.contains($0) }), !names.isEmpty {
      for name in names where unlinkat(top, name, 0) != 0 {
        empty(name, in: top, &moved)
        if unlinkat(top, name, AT_REMOVEDIR) != 0 { kept.insert(name) }
      }
    }
    close(top)
    rmdir(path)
  }

  /// Removes the files in folder `name` of `top`, and moves its folders up into `top`.
  private static func empty(_ name: [CChar], in top: Int32, _ moved: inout Int) {
    guard let folder = openFolder(top, name) else { return }
    defer { close(folder) }
    for inner in names(in: folder) ?? [] where unlinkat(folder, inner, 0) != 0 {
      guard isFolder(folder, inner) else { continue }
      moved += 1
      // A folder that may not be written cannot be moved, since its ".." would change.
      fchmodat(folder, inner, 0o700, 0)
      renameat(folder, inner, top, ".removing-\(moved)")
    }
  }

  /// Opens a folder, and makes it one that can be emptied.
  private static func openFolder(_ parent: Int32, _ name: [CChar]) -> Int32? {
    // Asked first, since changing the mode would follow a link.
    guard isFolder(parent, name) else { return nil }
    fchmodat(parent, name, 0o700, 0)
    let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    return folder < 0 ? nil : folder
  }

  private static func isFolder(_ parent: Int32, _ name: [CChar]) -> Bool {
    var status = stat()
    return fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func names(in folder: Int32) -> [[CChar]]? {
    // A descriptor of its own: a copied one would share the place in the folder, and close it.
    let reader = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return reader < 0 ? nil : try? FileAccess.names(inFolder: reader, "")
  }
}
