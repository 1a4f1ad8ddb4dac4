/// What a request is answered with.
package struct Answer: Sendable, Hashable {
  package var status: Int
  package var contentType = "application/json"
  package var headers: [Header] = []
  package var body: [UInt8]

  package struct Header: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  package init(_ status: Int, _ body: [UInt8]) {
    self.status = status
    self.body = body
  }

  /// A page or a text, which is not to be kept.
  package init(_ contentType: String, _ text: String) {
    self.init(200, Array(text.utf8))
    self.contentType = contentType
    headers = [Header(name: "Cache-Control", value: "no-store")]
  }
}
