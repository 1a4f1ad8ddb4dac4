#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ChildProcess {
  /// The path of a program that the package has built, such as `intake`; `nil` where it was not built.
  ///
  /// It is looked for beside the running program, and beside the test bundle that the program runs.
  public static func executable(named name: String) -> String? {
    productFolders().map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  private static func productFolders() -> [String] {
    var folders: [String] = []
    if let path = runningProgram() { folders.append(parent(path)) }
    // On Apple systems a helper of the toolchain runs the bundle that its arguments name.
    for argument in CommandLine.arguments {
      guard let end = argument.firstIndex(of: ".xctest") else { continue }
      folders.append(parent(String(argument[..<end])))
    }
    return folders
  }

  private static func runningProgram() -> String? {
    #if canImport(Darwin)
      return CommandLine.arguments.first
    #else
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #endif
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension String {
  /// Where `part` begins for the first time; Foundation is not at hand.
  fileprivate func firstIndex(of part: String) -> Index? {
    indices.first { self[$0...].hasPrefix(part) }
  }
}
