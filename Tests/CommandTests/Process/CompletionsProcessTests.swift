import Foundation
import IntakeTesting
import Testing
import intake

/// `intake completions` as the shells themselves read it.
@Suite(.timeLimit(.minutes(5)))
struct CompletionsProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// What bash completes at the end of a command line, whose last word may be empty.
  private func bash(_ words: String...) async throws -> [String] { try await bash(words) }

  private func bash(_ words: [String]) async throws -> [String] {
    let script = """
      source <("$1" completions bash)
      COMP_WORDS=("${@:2}")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _intake
      ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try await lines(
      "bash", ["--norc", "--noprofile", "-c", script, "bash", Workplace.program()] + words)
  }

  private func fish(_ line: String) async throws -> [String] {
    let script = "$argv[1] completions fish | source; complete -C $argv[2]"
    let found = try await lines("fish", ["--no-config", "-c", script, Workplace.program(), line])
    // Behind a tab stands the help.
    return found.map { String($0.prefix { $0 != "\t" }) }
  }

  private func lines(_ program: String, _ arguments: [String]) async throws -> [String] {
    let process = try ChildProcess(
      program, arguments, environment: .inherited, workingDirectory: place.folder.path)
    let run = try await process.wait()
    #expect(run.status == .exited(0), "\(run.errorOutput)")
    #expect(run.errorOutput == "")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test
  func `bash completes the commands of a group`() async throws {
    #expect(
      try await bash("intake", "inbox", "")
        == ["list", "open", "take", "finish", "release", "discard", "sweep"])
    #expect(try await bash("intake", "in") == ["ingest", "inbox"])
    #expect(try await bash("intake", "h") == ["help"])
    #expect(try await bash("intake", "help", "evidence", "ver") == ["verify"])
  }

  @Test(arguments: HelpTextTests.commands.map(\.name))
  func `bash completes every option of a command`(name: String) async throws {
    let command = try #require(HelpTextTests.commands.first { $0.name == name }).definition
    let found = try await bash(name.split(separator: " ").map(String.init) + ["--"])
    let names = command.options.map { "--\($0.name)" } + ["--help"]
    #expect(Set(found) == Set(names + (name == "intake" ? ["--version"] : [])))
  }

  @Test
  func `bash completes values that can be counted, also behind an equals sign`() async throws {
    let formats = ["table", "markdown", "csv", "json", "html"]
    #expect(try await bash("intake", "matrix", "--format", "") == formats)
    #expect(try await bash("intake", "matrix", "-f", "") == formats)
    #expect(try await bash("intake", "matrix", "--format", "=") == formats)
    #expect(try await bash("intake", "matrix", "--format", "=", "h") == ["html"])
    #expect(try await bash("intake", "completions", "") == ["bash", "zsh", "fish"])
  }

  @Test
  func `bash completes files where a file is meant, and nothing where it is not`() async throws {
    let folder = place.folder.path
    try Data().write(to: URL(filePath: "\(folder)/two words.jpg"))
    #expect(try await bash("intake", "ingest", "two") == ["two words.jpg"])
    #expect(try await bash("intake", "matrix", "--contract", "two") == ["two words.jpg"])
    #expect(try await bash("intake", "ingest", "--", "two") == ["two words.jpg"])
    #expect(try await bash("intake", "inbox", "finish", "two") == [])
    #expect(try await bash("intake", "inbox", "sweep", "--untaken-age", "") == [])
  }

  private static let hasFish = access("/usr/bin/fish", X_OK) == 0
  private static let hasZsh = access("/usr/bin/zsh", X_OK) == 0

  @Test(.enabled(if: hasFish, "needs fish"))
  func `fish completes commands, options and values`() async throws {
    #expect(try await fish("intake inbox re") == ["release"])
    #expect(try await fish("intake inbox list --js") == ["--json"])
    #expect(try await fish("intake completions ").sorted() == ["bash", "fish", "zsh"])
  }

  @Test(.enabled(if: hasZsh, "needs zsh"))
  func `zsh takes the function for the command`() async throws {
    let script = """
      autoload -Uz compinit && compinit -u -D
      source <("$1" completions zsh); print $_comps[intake]
      """
    #expect(
      try await lines("zsh", ["-f", "-c", script, "zsh", Workplace.program()]) == ["_intake"])
  }
}
