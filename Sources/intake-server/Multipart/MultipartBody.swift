package import AttachmentIntake
import IntakeModel
import Synchronization
import UniformTypes

/// The parts of a request's body as attachments, one after the other.
///
/// The next part begins when nobody reads the last one any more, as it is with one load at a time; what was left
/// of it is passed over. Holds one chunk. It can be read once.
package struct MultipartBody: AsyncSequence, Sendable {
  private let reading: Reading

  /// - Throws: ``MultipartError`` where the content type names no boundary.
  package init(of exchange: Exchange, limits: MultipartLimits) throws {
    let parser = try MultipartParser(
      contentType: exchange.head.contentType ?? "", limits: limits)
    reading = Reading(exchange: exchange, parser: parser)
  }

  package func makeAsyncIterator() -> Iterator { Iterator(reading: reading) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let reading: Reading

    /// - Throws: ``MultipartError``, and what reading the body throws.
    package mutating func next() async throws -> Attachment? {
      guard let part = try await reading.nextPart() else { return nil }
      let type = BodyType.type(contentType: part.contentType, name: part.filename)
      return Attachment(chunks: PartContent(reading: reading), type: type, name: part.filename)
    }
  }
}

/// The content of the part that is being read.
private struct PartContent: AsyncSequence, Sendable {
  let reading: Reading

  func makeAsyncIterator() -> Iterator { Iterator(reading: reading) }

  struct Iterator: AsyncIteratorProtocol {
    let reading: Reading

    mutating func next() async throws -> ArraySlice<UInt8>? { try await reading.nextContent() }
  }
}

/// The parser, and where its chunks come from. One task at a time reads.
private final class Reading: Sendable {
  private let exchange: Exchange
  private let parser: Mutex<MultipartParser>
  private let isInPart = Atomic(false)

  init(exchange: Exchange, parser: MultipartParser) {
    self.exchange = exchange
    self.parser = Mutex(parser)
  }

  /// The next file, behind what is left of the one before and values of the form.
  func nextPart() async throws -> PartHeader? {
    while true {
      switch try await nextEvent() {
      case .part(let header) where header.isFile:
        isInPart.store(true, ordering: .relaxed)
        return header
      case .end: return nil
      case .part, .content, .endOfPart, .needsBytes: break
      }
    }
  }

  func nextContent() async throws -> ArraySlice<UInt8>? {
    guard isInPart.load(ordering: .relaxed) else { return nil }
    if case .content(let bytes) = try await nextEvent() { return bytes }
    isInPart.store(false, ordering: .relaxed)
    return nil
  }

  private func nextEvent() async throws -> MultipartParser.Event {
    while true {
      let event = try parser.withLock { try $0.next() }
      guard event == .needsBytes else { return event }
      let chunk = try await exchange.nextChunk()
      try parser.withLock { parser in
        if let chunk { try parser.append(chunk) } else { parser.finish() }
      }
    }
  }
}
