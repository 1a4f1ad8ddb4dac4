import IntakeModel
import Testing
import intake_server

/// What is answered before a body is read.
struct RoutesTests {
  private let routes: Routes

  init() {
    var limits = UploadLimits()
    limits.fileSize = .bytes(1_000)
    limits.requestSize = .bytes(2_000)
    routes = Routes(limits: limits, board: ProgressBoard()) { "figures" }
  }

  private func head(
    _ method: String, _ path: String, _ change: (inout RequestHead) -> Void = { _ in }
  ) -> RequestHead {
    var head = RequestHead(method: method, path: path)
    change(&head)
    return head
  }

  private func text(_ answer: Answer?) -> String {
    String(decoding: answer?.body ?? [], as: UTF8.self)
  }

  @Test(arguments: [
    ("GET", "/", 200), ("HEAD", "/", 200), ("POST", "/", 405), ("GET", "/metrics", 200),
    ("GET", "/attachments", 405), ("GET", "/progress/abc", 404), ("PUT", "/progress/abc", 405),
    ("GET", "/../etc/passwd", 404), ("GET", "", 404),
  ])
  func `each path takes its methods`(_ method: String, _ path: String, _ status: Int) {
    #expect(routes.answer(head(method, path))?.status == status)
  }

  @Test func `a body that is declared too large is refused before it is read`() {
    let body = { (size: Int, type: String) in
      head("POST", "/attachments") {
        $0.contentLength = .bytes(size)
        $0.contentType = type
      }
    }
    #expect(routes.answer(body(1_000, "image/png")) == nil)
    #expect(routes.answer(body(1_001, "image/png"))?.status == 413)
    #expect(text(routes.answer(body(1_001, "image/png"))).contains("over-file-limit"))
    let parts = "multipart/form-data; boundary=x"
    #expect(routes.answer(body(1_001, parts)) == nil)
    #expect(text(routes.answer(body(3 << 20, parts))).contains("over-batch-limit"))
  }

  @Test func `a page of another site may not upload`() {
    let request = { (origin: String?) in
      head("POST", "/attachments") {
        $0.origin = origin
        $0.host = "127.0.0.1:8080"
      }
    }
    #expect(routes.answer(request(nil)) == nil)
    #expect(routes.answer(request("http://127.0.0.1:8080")) == nil)
    #expect(routes.answer(request("http://example.com"))?.status == 403)
    #expect(routes.answer(request("null"))?.status == 403)
  }

  @Test func `a token and a policy that are none are refused`() {
    for token in ["", "a b", "ä", "../x", String(repeating: "x", count: 65)] {
      #expect(routes.answer(head("POST", "/attachments") { $0.token = token })?.status == 400)
    }
    #expect(routes.answer(head("POST", "/attachments") { $0.token = "aZ0-_" }) == nil)
    #expect(routes.answer(head("POST", "/attachments") { $0.policy = "some" })?.status == 400)
    #expect(routes.answer(head("POST", "/attachments") { $0.policy = "all-or-nothing" }) == nil)
  }

  @Test func `the page may run its own script alone, and names the limits`() throws {
    let (one, other) = (routes.answer(head("GET", "/")), routes.answer(head("GET", "/")))
    let policy = try #require(one?.headers.first { $0.name == "Content-Security-Policy" }).value
    #expect(policy.hasPrefix("default-src 'none'; script-src 'nonce-"))
    #expect(policy != other?.headers.first { $0.name == "Content-Security-Policy" }?.value)
    #expect(text(one).contains("At most 1000 bytes a file"))
    #expect(text(one).contains("{") && !text(one).contains("{nonce}"))
  }

  @Test func `a token is free again once its upload has ended, and old ones are forgotten`() {
    let board = ProgressBoard()
    #expect(board.begin("a", size: nil))
    #expect(!board.begin("a", size: nil))
    board.end("a")
    #expect(board.begin("a", size: nil))
    board.end("a")
    for number in 0..<256 {
      #expect(board.begin("\(number)", size: nil))
      board.end("\(number)")
    }
    #expect(board.progress(of: "a") == nil)
    #expect(board.progress(of: "0") != nil)
  }

  @Test(arguments: [
    (IntakeError.Code.overFileLimit, 413), (.noAcceptedType, 415), (.contentMismatch, 415),
    (.emptyContent, 422), (.containerFull, 507), (.diskFull, 507), (.containerBusy, 503),
    (.catalogDamaged, 500), (.loadTimedOut, 408), (.batchAborted, 424),
  ])
  func `each refusal has its status`(_ code: IntakeError.Code, _ status: Int) {
    #expect(code.httpStatus == status)
  }
}
