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

/// Clients that go away or are slow, and a server that is stopped.
@Suite(
  .timeLimit(.minutes(5)), .serialized, .enabled(if: RunningServer.canRun, RunningServer.whyNot))
struct AbortTests {
  private let folder: TemporaryFolder
  private let content = SampleContent.jpeg(bytes: 8 << 20)

  init() throws { folder = try TemporaryFolder() }

  /// The beginning of a body in parts: one that is whole, and half of another.
  private var oneAndAHalfParts: [UInt8] {
    func head(_ name: String) -> [UInt8] {
      Array(
        """
        --x\r
        Content-Disposition: form-data; name="f"; filename="\(name)"\r
        Content-Type: image/jpeg\r
        \r

        """.utf8)
    }
    return head("a.jpg") + content.bytes + Array("\r\n".utf8) + head("b.jpg")
      + content.bytes.prefix(4 << 20)
  }

  @Test func `a client that goes away in the middle leaves nothing`() async throws {
    let server = try await RunningServer(in: folder)
    _ = try await server.send("--data", "first")
    let descriptors = try server.descriptors()
    let first = try await server.rows()
    let client = try await server.begin(Array(content.bytes.prefix(6 << 20)), query: "?progress=t")
    try await server.waitForBytes("t")
    #expect(try server.descriptors() > descriptors)
    client.kill()
    _ = try await client.wait()
    try await server.waitForDescriptors(descriptors)
    #expect(try await server.rows() == first)
    #expect(try server.copies().count == 1)
    #expect(try server.staged() == [])
    let metrics = try await server.send(to: "/metrics").body
    for line in [
      "attachment_intake_in_flight 0", "attachment_intake_disk_granted_bytes 0",
      "attachment_intake_memory_reserved_bytes 0",
    ] {
      #expect(metrics.contains(line + "\n"))
    }
  }

  @Test func `a part that was stored before its client went away is removed again`() async throws {
    let server = try await RunningServer(in: folder)
    _ = try await server.send("--data", "first")
    let descriptors = try server.descriptors()
    let first = try await server.rows()
    let client = try await server.begin(
      oneAndAHalfParts, type: "multipart/form-data; boundary=x", query: "?progress=t")
    // The second is being taken in, so that the first was.
    while try await server.send(to: "/progress/t").json?["stored"]?.integer != 1 {}
    #expect(try await server.rows().count == 2)
    client.kill()
    _ = try await client.wait()
    try await server.waitForDescriptors(descriptors)
    while try await server.rows() != first {}
    #expect(try server.copies().count == 1)
  }

  @Test func `a slow client holds nobody up, and is served to its end`() async throws {
    let server = try await RunningServer(in: folder)
    let bytes = content.bytes
    let slow = try await server.begin(Array(bytes.prefix(1 << 20)), query: "?progress=slow")
    let path = try folder.write(content, to: "quick.jpg")
    for _ in 0..<5 { #expect(try await server.send("--form", "f=@\(path)").status == 201) }
    // One that is kept slow by its own choice, beside it.
    async let limited = server.send("--limit-rate", "20M", "--form", "f=@\(path)")
    let reply = try await limited
    #expect(reply.status == 201)
    #expect(try await server.bytesTaken("slow") <= 1 << 20)
    try await onOwnThread { try slow.write(bytes.dropFirst(1 << 20)) }
    slow.closeInput()
    let last = try Reply(try await slow.wait())
    #expect(last.status == 201)
    #expect(last.outcomes.first?["size"]?.integer == Int64(bytes.count))
    #expect(try await server.rows().count == 7)
    #expect(Set(try await server.rows().map(\.attachment.digest)).count == 1)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends the server, and undoes what was under way`(_ signal: Int32) async throws {
    let server = try await RunningServer(in: folder)
    _ = try await server.send("--data", "first")
    let one = try await server.begin(Array(content.bytes.prefix(6 << 20)), query: "?progress=one")
    let two = try await server.begin(
      oneAndAHalfParts, type: "multipart/form-data; boundary=x", query: "?progress=two")
    try await server.waitForBytes("one")
    try await server.waitForBytes("two")
    server.process.kill(signal)
    let ending = try await server.process.wait()
    #expect(ending.status == .exited(128 + signal))
    #expect(ending.errorOutput == "")
    // Clients are told by the end of their connections.
    for client in [one, two] {
      client.closeInput()
      #expect(try await client.wait().status != .exited(0))
    }
    #expect(try await server.rows().count == 1)
    #expect(try server.copies().count == 1)
    #expect(try server.staged() == [])
    #expect(try folder.list("container/owners") == [])
  }

  @Test func `more clients than connections wait for their turn`() async throws {
    let server = try await RunningServer("--connections", "3", in: folder)
    let path = try folder.write(content, to: "a.jpg")
    let clients = try (0..<12).map { _ in
      try server.curl([
        "--form", "f=@\(path)", "--header", "Connection: close", server.url("/attachments"),
      ])
    }
    for client in clients {
      #expect(try await client.wait().output.contains(#""result":"stored""#))
    }
    #expect(try await server.rows().count == 12)
  }

  @Test func `a port that is taken, and a container that is none, are told`() async throws {
    let server = try await RunningServer(in: folder)
    let program = try #require(ChildProcess.executable(named: "intake-server"))
    let second = try await ChildProcess(
      program, ["--container", folder.path(of: "other"), "--port", "\(server.port)"]
    ).wait()
    #expect(second.status == .exited(1))
    #expect(
      second.errorOutput
        == "intake-server: cannot listen at 127.0.0.1:\(server.port): Address already in use (bind)\n"
    )
    try folder.write([1], to: "file")
    let third = try await ChildProcess(
      program, ["--container", folder.path(of: "file"), "--port", "0"]
    ).wait()
    #expect(third.status == .exited(1))
    #expect(third.errorOutput.hasPrefix("intake-server: "))
  }
}
