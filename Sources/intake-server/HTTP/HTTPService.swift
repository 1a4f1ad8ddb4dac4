#if ExampleServer
  import CMicroHTTPD
  import IntakeModel
  import Synchronization

  /// What the library calls back, on its one thread, where nothing waits.
  final class HTTPService: Sendable {
    private let limits: HTTPLimits
    private let requests: AsyncStream<Exchange>.Continuation
    /// Answers what needs no body; `nil` for a request whose body is to be taken in.
    private let answer: @Sendable (RequestHead) -> Answer?
    private let open = Mutex(Open())

    private struct Open {
      var exchanges: [ObjectIdentifier: Exchange] = [:]
      var isClosing = false
    }

    init(
      limits: HTTPLimits, requests: AsyncStream<Exchange>.Continuation,
      answer: @escaping @Sendable (RequestHead) -> Answer?
    ) {
      self.limits = limits
      self.requests = requests
      self.answer = answer
    }

    /// Has every request end without an answer, and takes no more: a connection that stays paused could not be
    /// ended.
    func closeAll() {
      let exchanges = open.withLock { open in
        open.isClosing = true
        return Array(open.exchanges.values)
      }
      for exchange in exchanges { exchange.close() }
    }

    // MARK: Requests

    /// The first call for a request: its head is there.
    private func begin(
      _ connection: HTTPConnection, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
      method: String, path: String
    ) -> MHD_Result {
      let head = connection.head(method: method, path: path)
      let answer = answer(head)
      let length = head.contentLength?.bytes ?? 0
      let isShort = length > 0 && length <= limits.discardLimit && !head.expectsContinue
      // Who sends its body unasked hears nothing before it is sent.
      if let answer, !isShort { return connection.queue(answer) }
      let exchange = Exchange(
        head, over: connection, capacity: limits.chunkSize, discardLimit: limits.discardLimit)
      let isTaken = open.withLock { open in
        if open.isClosing { return false }
        open.exchanges[ObjectIdentifier(exchange)] = exchange
        return true
      }
      guard isTaken else { return cmicrohttpd_no }
      request.pointee = Unmanaged.passRetained(exchange).toOpaque()
      if let answer {
        exchange.answer(answer)
      } else {
        requests.yield(exchange)
      }
      return cmicrohttpd_yes
    }

    private func ended(_ exchange: Exchange, _ fate: Exchange.Fate) {
      open.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
      exchange.ended(fate)
    }

    // MARK: Calls of the library

    /// Called when the head of a request is there, for each piece of its body, and at its end.
    static func handle(
      _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
      _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
      _ data: UnsafePointer<CChar>?, _ size: UnsafeMutablePointer<Int>?,
      _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> MHD_Result {
      guard let context, let connection, let url, let method, let size, let request else {
        return cmicrohttpd_no
      }
      let open = HTTPConnection(connection)
      guard let known = request.pointee else {
        let service = Unmanaged<HTTPService>.fromOpaque(context).takeUnretainedValue()
        return service.begin(
          open, request, method: String(cString: method), path: String(cString: url))
      }
      let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
      if size.pointee > 0 {
        let bytes = UnsafeRawBufferPointer(start: data, count: size.pointee)
        guard let taken = exchange.receive(bytes) else { return cmicrohttpd_no }
        size.pointee -= taken
        return cmicrohttpd_yes
      }
      switch exchange.complete() {
      case .answer(let answer): return open.queue(answer)
      case .wait: return cmicrohttpd_yes
      case .close: return cmicrohttpd_no
      }
    }

    /// Called once for each request, whatever became of it.
    static func completed(
      _ context: UnsafeMutableRawPointer?,
      _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      _ termination: MHD_RequestTerminationCode
    ) {
      guard let context, let known = request?.pointee else { return }
      request?.pointee = nil
      let service = Unmanaged<HTTPService>.fromOpaque(context).takeUnretainedValue()
      let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
      let isAnswered = termination == cmicrohttpd_completed
      service.ended(exchange, isAnswered ? .answered : .lost)
    }
  }
#endif
