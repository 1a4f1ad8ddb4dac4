/// What the body of a request comes over, as far as its pace goes.
///
/// Paused and resumed in turn: paused by the server's thread alone, resumed by anybody.
package protocol Connection: Sendable {
  /// Nothing is read from the socket any more, so that its buffers fill, and the client waits.
  func pause()
  /// Reading goes on.
  func resume()
}
