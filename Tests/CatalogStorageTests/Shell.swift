import IntakeTesting
import Testing

/// The `sqlite3` command: another process at the same file.
enum Shell {
  /// A condition of tests, so that those without the command show as skipped.
  static let isAvailable = {
    guard let child = try? ChildProcess("sqlite3", ["--version"]) else { return false }
    return child.waitBlocking().status == .exited(0)
  }()

  /// Runs `sql`, waiting for locks as the catalog does.
  ///
  /// - Returns: What it printed.
  @discardableResult
  static func run(_ sql: String, in path: String) async throws -> String {
    let script = ".timeout 20000\n\(sql);\n"
    let child = try ChildProcess("sqlite3", ["-bail", path], input: .bytes(Array(script.utf8)))
    let ending = try await child.wait()
    #expect(ending.status == .exited(0), "\(ending.errorOutput)")
    #expect(ending.errorOutput == "")
    return ending.output
  }

  /// Starts a process that runs `sql`, says that it did, and stays with its transaction.
  static func hold(_ sql: String, in path: String) async throws -> ChildProcess {
    let child = try ChildProcess("sqlite3", ["-bail", path], input: .pipe)
    try child.write("BEGIN IMMEDIATE;\n\(sql);\nSELECT 'holding';\n".utf8)
    try await child.waitForOutput("holding")
    return child
  }
}
