import AttachmentIntake
import IntakeTesting
import JSONSyntax
import Testing

/// What clients get of the real server, and what is then in the container.
@Suite(
  .timeLimit(.minutes(5)), .serialized, .enabled(if: RunningServer.canRun, RunningServer.whyNot))
struct UploadTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a body is stored as it was sent, under the name that was given`() async throws {
    let server = try await RunningServer(in: folder)
    let content = SampleContent.jpeg(bytes: 3_000_000)
    let path = try folder.write(content, to: "photo")
    let reply = try await server.send(
      "--data-binary", "@\(path)", "--header", "Content-Type: image/jpeg",
      to: "/attachments?name=..%2FGr%C3%BC%C3%9Fe.jpg")
    #expect(reply.status == 201)
    #expect(reply.texts("type") == ["public.jpeg"])
    #expect(reply.outcomes.first?["size"]?.integer == 3_000_000)
    let row = try #require(try await server.rows().first)
    #expect(row.displayName == "../Grüße.jpg")
    #expect(reply.texts("id") == [row.id.description])
    #expect(reply.texts("sha256") == [row.attachment.digest.description])
    let stored = try await SharedContainer.withContainer(at: server.container) { container in
      try await Inbox(container).open(row.id).bytes(limit: .mebibytes(4))
    }
    #expect(stored == content.bytes)
  }

  @Test func `the parts of one request each have an outcome, and values of the form none`()
    async throws
  {
    let server = try await RunningServer("--accept", "public.image", in: folder)
    let paths = try [
      folder.write(SampleContent.png(bytes: 500_000), to: "a.png"),
      folder.write(SampleContent.pdf(bytes: 700_000), to: "b.pdf"),
      folder.write(SampleContent([]), to: "c.png"),
      folder.write(SampleContent.jpeg(bytes: 1_500_000), to: "d.jpg"),
    ]
    let reply = try await server.send(
      "--form", "note=hello", "--form", "f=@\(paths[0])", "--form", "f=@\(paths[1])", "--form",
      "f=@\(paths[2])", "--form", "f=@\(paths[3])")
    #expect(reply.status == 207)
    #expect(reply.results == ["stored", "no-accepted-type", "empty-content", "stored"])
    #expect(reply.texts("name") == ["a.png", "b.pdf", "c.png", "d.jpg"])
    #expect(try await server.rows().map(\.displayName) == ["a.png", "d.jpg"])
    #expect(try server.copies().count == 2)
  }

  @Test func `one refusal refuses a request that is all or nothing`() async throws {
    let server = try await RunningServer("--accept", "public.image", in: folder)
    let image = try folder.write(SampleContent.png(bytes: 500_000), to: "a.png")
    let other = try folder.write(SampleContent.pdf(bytes: 500_000), to: "b.pdf")
    let reply = try await server.send(
      "--form", "f=@\(image)", "--form", "f=@\(other)", to: "/attachments?policy=all-or-nothing")
    #expect(reply.status == 424)
    #expect(reply.results == ["batch-aborted", "no-accepted-type"])
    #expect(try await server.rows() == [])
    #expect(try server.copies() == [])
  }

  @Test func `what is too large is refused, declared or not, and the client hears why`()
    async throws
  {
    let server = try await RunningServer("--max-file", "1M", in: folder)
    let path = try folder.write(SampleContent.jpeg(bytes: 3 << 20), to: "large.jpg")
    let type = ["--header", "Content-Type: image/jpeg"]
    let declared = try await server.send("--data-binary", "@\(path)", type[0], type[1])
    #expect(declared.status == 413)
    #expect(declared.body.contains("over-file-limit"))
    // Without asking first whether it may.
    let unasked = try await server.send(
      "--data-binary", "@\(path)", type[0], type[1], "--header", "Expect:")
    #expect(unasked.status == 413)
    let undeclared = try await server.send(
      "--request", "POST", "--upload-file", path, "--header", "Transfer-Encoding: chunked", type[0],
      type[1])
    #expect(undeclared.status == 413)
    #expect(undeclared.results == ["over-file-limit"])
    let part = try await server.send("--form", "f=@\(path);type=image/jpeg")
    #expect(part.status == 413)
    #expect(part.results == ["over-file-limit"])
    #expect(try await server.rows() == [])
    #expect(try server.copies() == [])
  }

  @Test func `a container that is full says so, and takes in again what fits`() async throws {
    let server = try await RunningServer("--max-container", "1M", in: folder)
    let large = try folder.write(SampleContent.jpeg(bytes: 900_000), to: "large.jpg")
    let small = try folder.write(SampleContent.jpeg(bytes: 50_000), to: "small.jpg")
    func upload(_ path: String) async throws -> Int {
      try await server.send("--form", "f=@\(path)").status
    }
    #expect(try await upload(large) == 201)
    #expect(try await upload(large) == 507)
    #expect(try await upload(small) == 201)
    #expect(try await server.rows().count == 2)
  }

  @Test func `content that is not what it is declared as is refused`() async throws {
    let server = try await RunningServer("--accept", "public.jpeg", in: folder)
    let path = try folder.write(SampleContent.pdf(bytes: 50_000), to: "x.jpg")
    let reply = try await server.send("--form", "f=@\(path);type=image/jpeg")
    #expect(reply.status == 415)
    #expect(reply.results == ["content-mismatch"])
  }

  @Test(arguments: [
    "", "--xgarbage", "--x\r\nContent-Disposition: form-data; filename=a\r\n\r\ncut short",
    "--x\r\nno header\r\n\r\n--x--", "--x\r\n\r\n\r\n--x--", String(repeating: "y", count: 50_000),
  ])
  func `parts that cannot be read are a clear error, and leave nothing`(_ body: String) async throws
  {
    let server = try await RunningServer(in: folder)
    let path = try folder.write(Array(body.utf8), to: "body")
    let reply = try await server.send(
      "--data-binary", "@\(path)", "--header", "Content-Type: multipart/form-data; boundary=x")
    #expect(reply.status == 400)
    #expect(reply.json?["error"]?["code"]?.string == "malformed-multipart")
    #expect(try await server.rows() == [])
    #expect(try server.staged() == [])
  }

  @Test func `a form without files is refused`() async throws {
    let server = try await RunningServer(in: folder)
    let reply = try await server.send("--form", "note=hello")
    #expect(reply.status == 400)
    #expect(reply.json?["error"]?["code"]?.string == "no-files")
  }

  @Test func `requests that make no sense are answered, and harm nobody`() async throws {
    let server = try await RunningServer(in: folder)
    for path in ["/nothing", "/progress/", "/progress/%00", "/attachments/../../etc/passwd", "//"] {
      #expect(try await server.send("--path-as-is", to: path).status == 404)
    }
    #expect(try await server.send("--request", "DELETE").status == 405)
    #expect(try await server.send("--data", "x", to: "/attachments?progress=a%20b").status == 400)
    #expect(
      try await server.send("--data", "x", "--header", "Origin: http://example.com").status == 403)
    let bytes = SampleContent.unknown(bytes: 5_000).bytes
    // Not a request at all.
    _ = try await server.curl(["telnet://127.0.0.1:\(server.port)"], input: .bytes(bytes)).wait()
    #expect(try await server.send("--data", "some text").status == 201)
    #expect(try await server.send(to: "/metrics").body.contains("attachment_intake_stored_total 1"))
  }
}
