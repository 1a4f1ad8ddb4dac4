import IntakeModel
import IntakeTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A folder for one test, and the real program with a container in that folder.
struct Workplace {
  let folder: TemporaryFolder
  let container: String

  init() throws {
    folder = try TemporaryFolder()
    container = folder.path(of: "container")
  }

  /// The files that the repository ships: seven that are stored, and an empty one that is not.
  static let samples: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return (parts.dropLast(3) + ["Samples"]).joined(separator: "/")
  }()

  static func sample(_ name: String) -> String { "\(samples)/\(name)" }

  struct NotBuilt: Error {}

  static func program() throws -> String {
    guard let path = ChildProcess.executable(named: "intake") else { throw NotBuilt() }
    return path
  }

  var environment: [String: String] { ["INTAKE_CONTAINER": container, "LC_ALL": "C.UTF-8"] }

  /// Starts the program, in the folder.
  func start(
    _ arguments: [String], input: ChildProcess.Input = .none
  ) throws -> ChildProcess {
    try ChildProcess(
      Self.program(), arguments, environment: .only(environment), workingDirectory: folder.path,
      input: input)
  }

  /// Runs the program to its end, in the folder.
  func run(
    _ arguments: String..., input: ChildProcess.Input = .none
  ) async throws -> ChildProcess.Ending {
    try await start(arguments, input: input).wait()
  }

  /// Runs the program with arguments that need not be UTF-8, or with a descriptor as its output.
  func run(_ arguments: [[UInt8]], output: Int32? = nil) throws -> IntakeProcess {
    try IntakeProcess.run(
      arguments, output: output, environment: environment.map { "\($0.key)=\($0.value)" })
  }

  /// The lines of `inbox list --json`.
  func listed(_ arguments: String...) async throws -> [String] {
    let list = try await start(["inbox", "list", "--json"] + arguments).wait()
    return list.output.split(separator: "\n").map(String.init)
  }

  /// Takes a sample in.
  ///
  /// - Returns: Its identifier.
  func ingest(_ name: String) async throws -> String {
    let run = try await run("ingest", "--json", Self.sample(name))
    return JSONLine.text("id", in: run.output) ?? "none"
  }

  /// The names of the copies in the container.
  func copies() throws -> [String] { try folder.list("container/attachments") }

  /// Everything in the container that a running or dead process would leave there.
  func remains() throws -> [String] {
    try folder.list("container/staging") + folder.list("container/owners")
  }

  func bytes(_ path: String) -> [UInt8] { Array(path.utf8) }
}

/// Reads what ``intake`` writes; tests of the writer say that it is JSON.
enum JSONLine {
  /// The first text of the member `name`.
  static func text(_ name: String, in line: some StringProtocol) -> String? {
    let start = "\"\(name)\":\""
    guard let range = line.firstRange(of: start) else { return nil }
    return String(line[range.upperBound...].prefix { $0 != "\"" })
  }
}
