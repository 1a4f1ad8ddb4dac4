import ChangeEvidence
import IntakeTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A git repository with one commit, whose names and times are always the same.
struct SampleRepository {
  let folder: TemporaryFolder

  static let isPossible = Tool.exists("git")

  /// - Parameter objectFormat: `sha1` or `sha256`.
  init(objectFormat: String = "sha1") async throws {
    folder = try TemporaryFolder()
    try await git("init", "--quiet", "--initial-branch=main", "--object-format=\(objectFormat)")
    _ = try folder.write("contents\n".utf8, to: "file.txt")
    try await git("add", "file.txt")
    try await commit("First")
  }

  func commit(_ message: String) async throws {
    try await git(
      "-c", "user.name=Example", "-c", "user.email=example@example.com", "commit", "--quiet",
      "--message", message)
  }

  var repository: GitRepository { GitRepository(folder.path, environment: Tool.environment) }

  @discardableResult
  func git(_ arguments: String...) async throws -> String {
    var environment = Tool.environment
    environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
    environment["GIT_CONFIG_NOSYSTEM"] = "1"
    environment["GIT_COMMITTER_DATE"] = "1700000000 +0100"
    environment["GIT_AUTHOR_DATE"] = "1700000000 +0100"
    let run = try await ChildProgram(
      "git", ["-C", folder.path] + arguments, environment: environment
    ).capture()
    guard run.ending.isSuccess else {
      throw Tool.Failure(text: String(decoding: run.error, as: UTF8.self))
    }
    return String(decoding: run.output, as: UTF8.self)
  }
}

/// Other programs, whose opinion counts.
enum Tool {
  struct Failure: Error { let text: String }

  static var environment: [String: String] {
    ["PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "HOME": "/nonexistent"]
  }

  /// Whether a program of this name is in the search path.
  static func exists(_ name: String) -> Bool {
    (environment["PATH"] ?? "").split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }

  /// What a program writes; throws what it complains about where it fails.
  static func run(_ arguments: String..., environment more: [String: String] = [:]) async throws
    -> String
  {
    let variables = environment.merging(more) { $1 }
    let run = try await ChildProgram(
      arguments[0], Array(arguments.dropFirst()), environment: variables
    ).capture()
    let text = String(decoding: run.output + run.error, as: UTF8.self)
    guard run.ending.isSuccess else { throw Failure(text: text) }
    return text
  }
}
