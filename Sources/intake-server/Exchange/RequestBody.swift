/// The body of a request, in chunks, as the pipeline pulls them. It can be read once.
package struct RequestBody: AsyncSequence, Sendable {
  private let exchange: Exchange

  package init(of exchange: Exchange) { self.exchange = exchange }

  package func makeAsyncIterator() -> Iterator { Iterator(exchange: exchange) }

  package struct Iterator: AsyncIteratorProtocol {
    let exchange: Exchange

    package mutating func next() async throws -> [UInt8]? { try await exchange.nextChunk() }
  }
}
