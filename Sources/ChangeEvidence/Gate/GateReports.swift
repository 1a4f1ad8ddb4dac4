#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a command left in the folder for its reports, and in the folders below it.
struct GateReports {
  /// The paths in the folder of what is a report by its name, in byte order.
  private(set) var names: [String] = []
  /// The paths of what is none, and of folders that were not looked into.
  private(set) var ignored: [String] = []
  /// Why not all was looked at, where that is so.
  private(set) var problem: String?

  /// Runners write one file for each module or class into a folder of their own; no deeper ones were seen.
  private static let maximumDepth = 8
  private static let maximumCount = 10_000
  private static let endings = [".jsonl", ".xml", ".json"]
  /// What the gate, the script for Xcode and the drill write themselves.
  private static let own: Set<String> = [
    "output.log", "errors.log", GateFolder.complaintName, GateFolder.drillName, "schemes.txt",
    "simulators.txt", "tests.xcresult",
  ]

  /// - Throws: ``GateError`` where the folder cannot be read.
  init(in folder: String) throws(GateError) {
    try walk(folder, prefix: "", depth: 0)
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    ignored.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func walk(_ folder: String, prefix: String, depth: Int) throws(GateError) {
    for name in try GateFolder.names(in: folder) {
      if depth == 0, Self.own.contains(name) { continue }
      let path = prefix + name
      guard names.count + ignored.count < Self.maximumCount else {
        problem =
          "the folder for reports holds more than \(Self.maximumCount) files; not all were looked at"
        return
      }
      if Self.isFolder(folder + "/" + name) {
        // A result bundle is Xcode's own, and told by 'xcresulttool'.
        if name.hasSuffix(".xcresult") {
          ignored.append(path)
        } else if depth < Self.maximumDepth {
          try walk(folder + "/" + name, prefix: path + "/", depth: depth + 1)
        } else {
          problem =
            "the folder for reports is more than \(Self.maximumDepth) folders deep; not all was looked at"
        }
      } else if Self.endings.contains(where: { name.lowercased().hasSuffix($0) }) {
        names.append(path)
      } else {
        ignored.append(path)
      }
    }
  }

  /// Not by a link, which may lead in a circle; one that looks like a report is opened as one.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
