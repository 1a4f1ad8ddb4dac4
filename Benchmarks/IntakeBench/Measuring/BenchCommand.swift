/// A program to run, with all that it needs.
struct BenchCommand: Sendable {
  var executable: String
  var arguments: [String]
  /// Where it runs; `nil` for the folder of this process.
  var folder: String?

  init(_ executable: String, _ arguments: [String] = [], in folder: String? = nil) {
    self.executable = executable
    self.arguments = arguments
    self.folder = folder
  }

  /// A line for the shell, in which `$1` and so on are `arguments`.
  static func shell(_ line: String, _ arguments: String..., in folder: String? = nil) -> Self {
    Self("/bin/sh", ["-c", line, "sh"] + arguments, in: folder)
  }

  /// The same, with another program before it, such as `strace`.
  func run(by executable: String, _ arguments: [String]) -> Self {
    Self(executable, arguments + [self.executable] + self.arguments, in: folder)
  }
}
