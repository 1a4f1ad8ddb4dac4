import AttachmentIntake
import IntakeTesting
import JSONSyntax
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The real server with a container in a folder of its own, and `curl` to drive it.
final class RunningServer: Sendable {
  let folder: TemporaryFolder
  let container: String
  /// The server, or what it runs under.
  let process: ChildProcess
  let port: Int

  /// Whether this build answers requests, and `curl` is there.
  static let canRun: Bool = {
    #if ExampleServer
      return ChildProcess.executable(named: "intake-server") != nil && curl != nil
    #else
      return false
    #endif
  }()

  static let whyNot: Comment = "the trait ExampleServer is off, or curl is not installed"

  private static let curl: String? = ["/usr/bin/curl", "/usr/local/bin/curl"].first {
    access($0, X_OK) == 0
  }

  /// Starts it, and returns when it answers.
  ///
  /// - Parameter wrapper: A program with its arguments that runs it.
  init(_ options: String..., in folder: TemporaryFolder, under wrapper: [String] = []) async throws
  {
    self.folder = folder
    container = folder.path(of: "container")
    let program = try #require(ChildProcess.executable(named: "intake-server"))
    let command = wrapper + [program, "--container", container, "--port", "0"] + options
    process = try ChildProcess(command[0], Array(command.dropFirst()), timeout: .seconds(1_200))
    try await process.waitForOutput("/\n")
    let address = try #require(process.output.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\//))
    port = try #require(Int(address.1))
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Starts `curl`, silent but for what it gets.
  func curl(_ arguments: [String], input: ChildProcess.Input = .none) throws -> ChildProcess {
    try ChildProcess(
      try #require(Self.curl), ["--silent", "--show-error", "--noproxy", "*"] + arguments,
      input: input, timeout: .seconds(1_200))
  }

  /// Sends one request to its end.
  func send(_ arguments: String..., to path: String = "/attachments") async throws -> Reply {
    try Reply(await curl(["--write-out", "\n%{http_code}", url(path)] + arguments).wait())
  }

  /// Begins to send `bytes` as a body of unknown size, and returns when they have left this process.
  ///
  /// - Parameter size: The declared size; by default none is declared.
  func begin(_ bytes: [UInt8], type: String = "image/jpeg", query: String = "") async throws
    -> ChildProcess
  {
    let client = try curl(
      [
        "--write-out", "\n%{http_code}", "--request", "POST", "--upload-file", "-", "--header",
        "Content-Type: \(type)", url("/attachments\(query)"),
      ], input: .pipe)
    try await onOwnThread { try client.write(bytes) }
    return client
  }

  /// How much of the upload with `token` was taken in so far.
  func bytesTaken(_ token: String) async throws -> Int64 {
    try await send(to: "/progress/\(token)").json?["bytesTaken"]?.integer ?? 0
  }

  /// Returns when some of the upload with `token` was taken in.
  func waitForBytes(_ token: String) async throws {
    while try await bytesTaken(token) == 0 {}
  }

  // MARK: What it leaves

  /// What was handed over.
  func rows() async throws -> [CatalogRecord] {
    try await SharedContainer.withContainer(at: container, create: false) { container in
      try await Inbox(container).list(limit: 10_000)
    }
  }

  func copies() throws -> [String] { try folder.list("container/attachments") }

  /// Names and descriptors of files that are being written.
  func staged() throws -> [String] { try folder.list("container/staging") }

  /// The number of the server's own process.
  var serverID: Int32 {
    get throws {
      // Under a wrapper it is the only child.
      let id = process.processID
      let children = String(
        decoding: try contents("/proc/\(id)/task/\(id)/children"), as: UTF8.self)
      return children.split(separator: " ").first.flatMap { Int32($0) } ?? id
    }
  }

  func descriptors() throws -> Int { try directoryCount("/proc/\(serverID)/fd") }

  /// Returns when it has no more than `count` descriptors, as before requests that have ended.
  func waitForDescriptors(_ count: Int) async throws {
    try await eventually { try descriptors() <= count }
  }

  /// A figure of `/proc/PID/status`, in KiB.
  func memory(_ key: String) throws -> Int {
    let status = String(decoding: try contents("/proc/\(serverID)/status"), as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(key):") }
    return try #require(line.flatMap { Int($0.filter { $0.isASCII && $0.isNumber }) })
  }

  private func directoryCount(_ path: String) throws -> Int {
    let folder = try #require(opendir(path))
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }

  /// The content of a file of proc(5), which says of itself that it has none.
  func contents(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return bytes
  }
}

/// What a client got.
struct Reply {
  let status: Int
  let body: String
  let json: JSONNode?

  /// - Parameter ending: Of a `curl` that wrote the status behind the body.
  init(_ ending: ChildProcess.Ending) throws {
    let cut = ending.output.lastIndex(of: "\n") ?? ending.output.startIndex
    body = String(ending.output[..<cut])
    status = Int(ending.output[cut...].dropFirst()) ?? 0
    json = try? JSONReader(.strict).read(Array(body.utf8))
  }

  var outcomes: [JSONNode] { json?["outcomes"]?.array ?? [] }

  /// The results, and the reasons of refusals.
  var results: [String] {
    outcomes.map { $0["code"]?.string ?? $0["result"]?.string ?? "none" }
  }

  func texts(_ member: String) -> [String] { outcomes.compactMap { $0[member]?.string } }
}
