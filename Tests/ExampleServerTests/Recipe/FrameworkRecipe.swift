import AttachmentIntake
import IntakeTesting
import Testing

// A recipe: the same upload in a server that has a framework already. Vapor's `Request.Body` and Hummingbird's
// `RequestBody` are asynchronous sequences of `ByteBuffer`; with SwiftNIO alone, map the parts that a
// `NIOAsyncChannel` brings in to their buffers. A route of Vapor says `body: .stream`, or it collects first.

/// What a request is here, whatever framework it comes from: make the framework's own type conform.
protocol UploadRequest: Sendable {
  associatedtype Body: AsyncSequence & Sendable where Body.Element: BufferOfBytes
  var body: Body { get }
  var contentType: String? { get }
  var contentLength: Int? { get }
}

/// What a buffer is here. `extension ByteBuffer: BufferOfBytes {}` is all that it takes.
protocol BufferOfBytes: Sendable {
  associatedtype View: Sequence<UInt8> & Sendable
  var readableBytesView: View { get }
}

extension IntakePipeline {
  /// Takes the body of one request in. A handler whose task is cancelled when the client goes away leaves nothing.
  func ingest(_ request: some UploadRequest) async throws -> Outcome {
    let type = request.contentType.flatMap { TypeRegistry.standard.type(mimeType: $0) }
    return try await ingest(
      Attachment(
        chunks: request.body.map(\.readableBytesView), type: type ?? "public.data",
        size: request.contentLength.map { .bytes($0) }))
  }
}

// MARK: - That it holds

@Suite(.timeLimit(.minutes(5)))
struct FrameworkRecipeTests {
  /// Stands in for a framework's buffer.
  private struct Buffer: BufferOfBytes {
    let readableBytesView: ArraySlice<UInt8>
  }

  /// Stands in for a framework's request.
  private struct Request: UploadRequest {
    let body: AsyncMapSequence<ChunkSource, Buffer>
    let contentType: String?
    let contentLength: Int?

    init(_ content: SampleContent, declaring length: Int?) {
      body = ChunkSource(content).map { Buffer(readableBytesView: $0[...]) }
      contentType = "image/png"
      contentLength = length
    }
  }

  @Test func `a framework's body is taken in, and one of another length is refused`() async throws {
    let folder = try TemporaryFolder()
    try await SharedContainer.withContainer(at: folder.path(of: "container")) { container in
      let pipeline = try IntakePipeline(
        into: container, configuration: .init(accepting: ["public.image"]))
      let content = SampleContent.png(bytes: 300_000)
      let stored = try await pipeline.ingest(Request(content, declaring: content.count)).stored
      #expect(stored?.size == content.size)
      let refused = try await pipeline.ingest(Request(content, declaring: 5)).refusal
      #expect(refused?.code == .sourceChanged)
    }
  }
}
