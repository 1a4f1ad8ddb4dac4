import JSONSyntax

/// A place in a source file of the package.
public struct SourcePlace: Sendable, Hashable {
  /// The path of the file, from the package's folder or as `Module/File.swift`. Never absolute, never upwards.
  public let path: String
  /// From one.
  public let line: Int
  /// From one; `nil` where it is not known.
  public let column: Int?

  /// The most bytes of a path.
  public static let maximumPathLength = 1_024
  /// The largest number of a line or column: beyond any file.
  public static let maximumNumber = 1_000_000_000

  /// `nil` for a path that leads out of the package, or that holds what is no text, and for numbers that are no line
  /// or column.
  public init?(path: String, line: Int, column: Int? = nil) {
    guard (1...Self.maximumPathLength).contains(path.utf8.count), !path.hasPrefix("/"),
      !path.contains("\\"), (1...Self.maximumNumber).contains(line),
      (1...Self.maximumNumber).contains(column ?? 1),
      !path.split(separator: "/", omittingEmptySubsequences: false).contains(where: {
        $0.isEmpty || $0 == "." || $0 == ".."
      }),
      !path.unicodeScalars.contains(where: { $0.needsEscape })
    else { return nil }
    self.path = path
    self.line = line
    self.column = column
  }
}

extension SourcePlace: Comparable {
  /// By path in byte order, then by line and column.
  public static func < (left: Self, right: Self) -> Bool {
    if !left.path.utf8.elementsEqual(right.path.utf8) {
      return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }
    return (left.line, left.column ?? 0) < (right.line, right.column ?? 0)
  }
}

extension SourcePlace: CustomStringConvertible {
  /// Such as `Tests/PhotosTests/ShareTests.swift:12:3`.
  public var description: String { "\(path):\(line)" + (column.map { ":\($0)" } ?? "") }
}
