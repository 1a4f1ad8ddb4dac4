import IntakeTesting
import Testing

/// Python, whose parsers are those of a stranger.
enum Python {
  static let isInstalled: Bool = {
    guard let child = try? ChildProcess("python3", ["-c", ""]) else { return false }
    return child.waitBlocking().status == .exited(0)
  }()

  /// Runs `script`, which reads `input`, and returns what it writes.
  static func run(_ script: String, input: String) async throws -> String {
    let child = try ChildProcess(
      "python3", ["-c", script], environment: .adding(["PYTHONIOENCODING": "utf-8"]),
      input: .bytes(Array(input.utf8)))
    let ending = try await child.wait()
    try #require(ending.status == .exited(0), "\(ending.errorOutput)")
    return ending.output
  }
}
