package import IntakeModel

/// What stands before the body of a request.
package struct RequestHead: Sendable {
  package var method: String
  /// The path, without the query.
  package var path: String
  package var contentType: String?
  /// The declared size of the body, where there is one.
  package var contentLength: ByteCount?
  /// Whether the client sends the body only when it is asked to.
  package var expectsContinue = false
  /// Where the page that sends the request comes from, if a browser sends it.
  package var origin: String?
  package var host: String?
  /// Display data: what the client calls the content of a body that is not in parts.
  package var name: String?
  /// What the client asks for the progress by.
  package var token: String?
  /// What becomes of the other parts where one is refused, as the client wrote it.
  package var policy: String?

  package init(method: String, path: String) {
    self.method = method
    self.path = path
  }

  /// Whether it comes from a page of another site, which has no business here.
  package var isForeign: Bool {
    guard let origin else { return false }
    return host.map { origin != "http://\($0)" && origin != "https://\($0)" } ?? true
  }
}
