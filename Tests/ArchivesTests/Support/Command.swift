import Glibc
import Testing

/// Runs another program's opinion of an archive.
struct Command {
  let status: Int32
  let output: String

  /// Whether a program of this name is in the search path.
  static func exists(_ name: String) -> Bool {
    guard let search = getenv("PATH") else { return false }
    return String(cString: search).split(separator: ":").contains { folder in
      access("\(folder)/\(name)", X_OK) == 0
    }
  }

  /// Runs `arguments` to its end, and keeps what it says on both outputs.
  static func run(_ arguments: String...) throws -> Command {
    try withFile([]) { path in
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
      var words = arguments.map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      var child = pid_t()
      try #require(posix_spawnp(&child, arguments[0], &actions, nil, &words, environ) == 0)
      var status: Int32 = 0
      try #require(waitpid(child, &status, 0) == child)
      return Command(status: status, output: try text(of: path))
    }
  }

  private static func text(of path: String) throws -> String {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
