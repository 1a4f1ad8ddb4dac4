/// An asynchronous sequence of chunks of bytes, such as the body of a request.
///
/// The next chunk is pulled only when the last one is written. A chunk is any sequence of bytes; one that
/// offers its storage, as `[UInt8]`, `ArraySlice`, `Data` and the views of the usual buffers do, is written
/// from there, without a copy.
///
/// A sequence can be read once: another load of the same attachment fails.
public struct StreamSource<Chunks: AsyncSequence & Sendable>: AttachmentSource
where Chunks.Element: Sequence<UInt8> {
  private let chunks: Chunks
  private let type: TypeIdentifier
  private let size: ByteCount?

  /// - Parameters:
  ///   - chunks: The bytes, in the order they arrive.
  ///   - type: The declared type.
  ///   - size: The declared size, such as a content length, where there is one.
  public init(_ chunks: Chunks, type: TypeIdentifier, size: ByteCount? = nil) {
    self.chunks = chunks
    self.type = type
    self.size = size
  }

  public func representations() async throws -> [Representation] {
    [Representation(type, delivery: .stream, size: size)]
  }

  public func load(
    _ representation: Representation, into receiver: any LoadReceiver
  ) async throws {
    try await receiver.receiveChunks(chunks)
  }
}

extension Attachment {
  /// A stream of chunks of bytes.
  public init<Chunks: AsyncSequence & Sendable>(
    chunks: Chunks, type: TypeIdentifier, name: String? = nil, size: ByteCount? = nil
  ) where Chunks.Element: Sequence<UInt8> {
    self.init(StreamSource(chunks, type: type, size: size), name: name)
  }
}
