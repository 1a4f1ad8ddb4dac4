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

/// Headless Chromium with one page, driven through the pipes of its DevTools protocol.
final class Browser {
  private let process: ChildProcess
  private var lastID = 0
  private var session: String?

  /// Chromium, or a browser made of it; `nil` where there is none.
  static let program: String? = {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return ["chromium", "chromium-browser", "google-chrome"].lazy.flatMap { name in
      path.split(separator: ":").map { "\($0)/\(name)" }
    }.first { access($0, X_OK) == 0 }
  }()

  /// Opens the page at `url`, and returns when it is loaded.
  init(_ url: String, in folder: TemporaryFolder) async throws {
    let program = try #require(Self.program)
    // It speaks the protocol through descriptors 3 and 4, which here are its standard ones.
    process = try ChildProcess(
      "/bin/sh",
      [
        "-c", #"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null"#, program,
        "--remote-debugging-pipe",
        // Without a sandbox it also runs as root; the page is our own.
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-background-networking", "--user-data-dir=\(folder.path(of: "profile"))",
      ],
      environment: .only(["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"]),
      input: .pipe)
    let target = try await call("Target.createTarget") { $0.member("url", "about:blank") }
    let id = try #require(target["targetId"]?.string)
    let attached = try await call("Target.attachToTarget") {
      $0.member("targetId", id)
      $0.member("flatten", true)
    }
    session = try #require(attached["sessionId"]?.string)
    _ = try await call("Page.enable") { _ in }
    _ = try await call("Page.navigate") { $0.member("url", url) }
    try await process.waitForOutput("\"Page.loadEventFired\"")
  }

  /// Calls a method of the protocol, and returns its result.
  private func call(
    _ method: String, _ parameters: (inout JSONWriter) -> Void
  ) async throws -> JSONNode {
    lastID += 1
    let id = lastID
    var message = JSONWriter.line { json in
      json.member("id", id)
      json.member("method", method)
      if let session { json.member("sessionId", session) }
      json.key("params")
      json.object(parameters)
    }
    // A message ends with a zero.
    message[message.count - 1] = 0
    try process.write(message)
    let answer = "{\"id\":\(id),"
    try await process.waitForOutput(answer)
    while true {
      // Its beginning is there, and perhaps not its end.
      let messages = process.output.split(separator: "\0", omittingEmptySubsequences: false)
      if let text = messages.dropLast().first(where: { $0.hasPrefix(answer) }) {
        let node = try JSONReader(.strict).read(Array(text.utf8))
        return try #require(node["result"], "\(text)")
      }
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// The value of an expression in the page, once it is there: a text, or nothing.
  @discardableResult
  func evaluate(_ expression: String) async throws -> String? {
    let reply = try await call("Runtime.evaluate") {
      $0.member("expression", expression)
      $0.member("awaitPromise", true)
      $0.member("returnByValue", true)
      $0.member("userGesture", true)
    }
    try #require(reply["exceptionDetails"] == nil, "\(reply)")
    return reply["result"]?["value"]?.string
  }

  /// Chooses files in the input that `selector` finds, as a person does.
  func choose(_ files: [String], in selector: String) async throws {
    let found = try await call("Runtime.evaluate") {
      $0.member("expression", "document.querySelector('\(selector)')")
    }
    let id = try #require(found["result"]?["objectId"]?.string)
    _ = try await call("DOM.setFileInputFiles") {
      $0.member("files", files)
      $0.member("objectId", id)
    }
  }
}
