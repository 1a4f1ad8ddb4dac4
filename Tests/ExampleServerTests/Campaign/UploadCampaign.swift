import AttachmentIntake
import Digests
import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Many uploads at once, a tenth of which are broken off in the middle.
///
/// `INTAKE_UPLOADS` says how many, of 20 MB each; by default there are 20 of 1 MB.
@Suite(
  .timeLimit(.minutes(20)), .serialized, .enabled(if: RunningServer.canRun, RunningServer.whyNot))
struct UploadCampaign {
  private static let count: Int? = getenv("INTAKE_UPLOADS").flatMap { Int(String(cString: $0)) }
  private let folder: TemporaryFolder
  private let size: Int
  private let total: Int

  init() throws {
    folder = try TemporaryFolder()
    total = Self.count ?? 20
    size = Self.count == nil ? 1_000_000 : 20_000_000
  }

  /// The digests of the files to upload, by their names.
  private func writeFiles(_ count: Int) async throws -> [String: ContentDigest] {
    let (folder, size) = (folder, size)
    return try await onOwnThread {
      var digests: [String: ContentDigest] = [:]
      for number in 0..<count {
        let content = SampleContent.jpeg(bytes: size, seed: UInt64(number))
        var hash = try SHA256()
        for chunk in content.chunks(of: 1 << 20) {
          try chunk.withUnsafeBytes { try hash.update($0) }
        }
        let name = "\(number).jpg"
        try folder.write(content, to: name)
        digests[name] = ContentDigest(try hash.finalize())
      }
      return digests
    }
  }

  /// One upload of each file, at once, by one client: some in parts, some slowly.
  private func start(_ names: [String], at server: RunningServer) throws -> ChildProcess {
    let transfers = names.enumerated().map { number, name in
      let path = folder.path(of: name)
      var lines = [
        "url = \"\(server.url("/attachments?name=\(name)"))\"", "output = \"\(path).json\"",
        "silent", "show-error", "fail-with-body", "noproxy = \"*\"",
      ]
      if number.isMultiple(of: 2) {
        lines.append("form = \"f=@\(path)\"")
      } else {
        lines += [
          "request = POST", "upload-file = \"\(path)\"", "header = \"Content-Type: image/jpeg\"",
        ]
      }
      if number.isMultiple(of: 7) { lines.append("limit-rate = 5M") }
      return lines.joined(separator: "\n")
    }
    try folder.write(Array(transfers.joined(separator: "\nnext\n").utf8), to: "transfers")
    return try server.curl([
      "--parallel", "--parallel-immediate", "--parallel-max", "300", "--config",
      folder.path(of: "transfers"),
    ])
  }

  @Test
  func `uploads at once are all stored but those that are broken off, which leave nothing`()
    async throws
  {
    let aborted = total / 10
    let digests = try await writeFiles(total - aborted)
    let server = try await RunningServer("--connections", "256", in: folder)
    // Threads and files of the catalog come with the first.
    _ = try await server.send("--data", "first", to: "/attachments?name=first")
    let descriptors = try server.descriptors()
    let resident = try server.memory("VmRSS")

    let start = ContinuousClock.now
    let clients = try self.start(digests.keys.sorted(), at: server)
    let half = SampleContent.jpeg(bytes: size / 2, seed: 1 << 40).bytes
    let broken = try await withThrowingTaskGroup(of: ChildProcess.self) { group in
      for number in 0..<aborted {
        group.addTask { try await server.begin(half, query: "?progress=\(number)") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for number in 0..<aborted { try await server.waitForBytes("\(number)") }
    for client in broken { client.kill() }
    let ending = try await clients.wait()
    #expect(ending.status == .exited(0), "\(ending.errorOutput)")
    let time = ContinuousClock.now - start

    try await server.waitForDescriptors(descriptors)
    let peak = try server.memory("VmHWM")
    var rows = try await server.rows()
    rows.removeAll { $0.displayName == "first" }
    let stored = Dictionary(uniqueKeysWithValues: rows.map { ($0.displayName ?? "", $0) })
    #expect(stored.mapValues(\.attachment.digest) == digests)
    #expect(try server.copies().count == digests.count + 1)
    #expect(try server.staged() == [])
    for (name, row) in stored {
      let answer = String(decoding: try folder.read("\(name).json"), as: UTF8.self)
      #expect(
        answer.contains(row.id.description) && answer.contains(row.attachment.digest.description))
    }
    let wrong = try await SharedContainer.withContainer(at: server.container) { container in
      var wrong = 0
      for row in rows {
        // Reads every byte, and fails where the digest differs.
        let reader = try await Inbox(container).open(row.id)
        defer { reader.close() }
        do { while try await reader.next() != nil {} } catch is IntakeError { wrong += 1 }
      }
      return wrong
    }
    #expect(wrong == 0)
    // A connection has two chunks of 64 KiB and 96 KiB of the library: 56 MiB for all, whatever comes over them.
    #expect(peak < resident + (96 << 10))
    print(
      "\(total) uploads of \(size) bytes, \(aborted) broken off: \(rows.count) stored, \(time);",
      "memory \(resident) KiB before, \(peak) KiB at most;",
      "descriptors \(descriptors) before, \(try server.descriptors()) after")
  }

  @Test(.enabled(if: Self.strace != nil, "strace is not installed"))
  func `memory does not grow where clients send faster than the disk takes`() async throws {
    let names = try await writeFiles(min(total / 2, 40)).keys.sorted()
    // Each write waits, so that the disk takes some 64 KiB in 10 ms from each thread that writes.
    let server = try await RunningServer(
      "--connections", "256", in: folder,
      under: [
        try #require(Self.strace), "-f", "-qq", "-o", "/dev/null", "-e", "trace=write", "-e",
        "inject=write:delay_enter=10000",
      ])
    _ = try await server.send("--data", "first", to: "/attachments?name=first")
    let resident = try server.memory("VmRSS")
    let clients = try start(names, at: server)
    // What the kernel holds since the server does not read it yet.
    var held = 0
    while try await server.rows().count <= names.count {
      held = max(held, try server.bytesInSockets())
    }
    #expect(held > 256 << 10)
    let ending = try await clients.wait()
    #expect(ending.status == .exited(0), "\(ending.errorOutput)")
    let peak = try server.memory("VmHWM")
    #expect(try await server.rows().count == names.count + 1)
    #expect(peak < resident + (96 << 10))
    print(
      "\(names.count) uploads of \(size) bytes to a slow disk: \(held) bytes held by the kernel at most;",
      "memory \(resident) KiB before, \(peak) KiB at most")
  }

  private static let strace: String? = ["/usr/bin/strace"].first { access($0, X_OK) == 0 }
}

extension RunningServer {
  /// What clients have sent, and the server has not read: the receive queues of its sockets, by proc(5).
  func bytesInSockets() throws -> Int {
    let port = ":" + format(port)
    let table = String(decoding: try contents("/proc/\(serverID)/net/tcp"), as: UTF8.self)
    return table.split(separator: "\n").dropFirst().reduce(0) { sum, line in
      let fields = line.split(separator: " ")
      guard fields.count > 4, fields[1].hasSuffix(port) else { return sum }
      return sum + (Int(fields[4].split(separator: ":").last ?? "", radix: 16) ?? 0)
    }
  }

  /// The port as the table has it.
  private func format(_ port: Int) -> String {
    let digits = String(port, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
