package import IntakeModel

/// What the server takes in.
package struct UploadLimits: Sendable {
  /// The most bytes of one attachment. 1 GiB by default.
  package var fileSize: ByteCount = .gibibytes(1)
  /// The most bytes of all attachments of one request. 4 GiB by default.
  package var requestSize: ByteCount = .gibibytes(4)
  package var multipart = MultipartLimits()

  package init() {}

  /// What the body of a request may have beside its attachments: boundaries, headers and values of the form.
  static let slack: ByteCount = .mebibytes(1)

  /// The most bytes of the body of `head`.
  func bodySize(of head: RequestHead) -> ByteCount {
    head.isMultipart ? requestSize + Self.slack : min(fileSize, requestSize)
  }
}

extension RequestHead {
  /// Whether the body is in parts, which each are an attachment.
  var isMultipart: Bool {
    contentType.map { HeaderValue($0).value == "multipart/form-data" } ?? false
  }
}
