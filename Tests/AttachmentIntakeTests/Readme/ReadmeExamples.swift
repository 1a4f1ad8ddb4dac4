import AttachmentIntake

// The examples of the README, word for word: a test compares them. Where a server's or a system's own types
// would stand, they take any type of that kind.

// README: server
/// Uploads of pictures and PDFs, at most 50 MiB each, into a folder that several workers may share.
struct Uploads {
  let pipeline: IntakePipeline

  init(folder: String) async throws {
    var limits = IntakePipeline.Configuration(accepting: ["public.image", "com.adobe.pdf"])
    limits.maximumFileSize = .mebibytes(50)
    pipeline = try IntakePipeline(into: try await .open(at: folder), configuration: limits)
  }

  /// Streams one request body in, and returns the identifier, or throws why it was refused.
  func receive<Body: AsyncSequence & Sendable>(
    _ body: Body, contentType: String, length: ByteCount?
  ) async throws -> AttachmentID where Body.Element: Sequence<UInt8> {
    let type = TypeRegistry.standard.type(mimeType: contentType) ?? "public.data"
    let attachment = Attachment(chunks: body, type: type, size: length)
    return try await pipeline.ingest(attachment).result.get().id
  }
}
// end

// README: extension
/// In the share extension: everything that was shared, or nothing.
func takeIn(_ shared: [some ItemProvider], groupFolder: String) async throws -> [Outcome] {
  try await SharedContainer.withContainer(at: groupFolder) { container in
    let pipeline = try IntakePipeline(
      into: container, configuration: .init(accepting: ["public.image", "public.movie"]))
    return try await pipeline.ingest(shared.map { Attachment($0) }, policy: .allOrNothing)
  }
}

/// In the app: what was handed over, one by one, each read by nobody else and removed once it is used.
func receive(groupFolder: String, _ use: (AttachmentReader) async throws -> Void) async throws {
  try await SharedContainer.withContainer(at: groupFolder) { container in
    while try await Inbox(container).withNext(use) != nil {}
  }
}
// end
