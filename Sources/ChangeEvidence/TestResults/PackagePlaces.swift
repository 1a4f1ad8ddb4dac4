/// Tells places in source files relative to the package.
struct PackagePlaces {
  private let folder: String?

  /// - Parameter folder: The folder of the package, an absolute path.
  init(_ folder: String?) {
    self.folder = folder.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  /// The place of a path that leads into the package, or that is relative; `nil` for any other.
  func place(path: String, line: Int, column: Int? = nil) -> SourcePlace? {
    let path =
      if let folder, path.hasPrefix(folder + "/") {
        String(path.dropFirst(folder.count + 1))
      } else {
        path
      }
    return SourcePlace(path: path, line: line, column: column)
  }
}
