#if ExampleServer
  import CMicroHTTPD
  import IntakeModel
  import Synchronization
  import SystemCalls

  /// A running libmicrohttpd: one thread for all connections, which hands requests with a body on and answers all
  /// others itself.
  ///
  /// `@unchecked Sendable`: the pointer never changes after `init`, and the library takes its own locks.
  final class HTTPDaemon: @unchecked Sendable {
    private let daemon: OpaquePointer
    private let service: HTTPService

    /// Serves the connections of `socket`, which it closes.
    ///
    /// - Throws: ``ServerError`` where the library does not start.
    init(
      on socket: Int32, limits: HTTPLimits, requests: AsyncStream<Exchange>.Continuation,
      answering answer: @escaping @Sendable (RequestHead) -> Answer?
    ) throws(ServerError) {
      service = HTTPService(limits: limits, requests: requests, answer: answer)
      // The library calls back until it is stopped, and this object lives longer than that.
      let context = Unmanaged.passUnretained(service).toOpaque()
      let started = cmicrohttpd_start(
        socket, UInt32(limits.connections), limits.readBufferSize, limits.idleSeconds,
        { context, connection, url, method, _, data, size, request in
          HTTPService.handle(context, connection, url, method, data, size, request)
        },
        { context, _, request, termination in
          HTTPService.completed(context, request, termination)
        }, context)
      guard let started else {
        throw ServerError("libmicrohttpd does not start; the system may lack threads or memory")
      }
      daemon = started
    }

    static var library: String { "libmicrohttpd \(String(cString: MHD_get_version()))" }

    /// Ends all connections, and returns when nothing of the library runs.
    func stop() async {
      service.closeAll()
      await withCheckedContinuation { continuation in
        let daemon = SendablePointer(daemon)
        let stop: @Sendable () -> Void = {
          MHD_stop_daemon(daemon.pointer)
          continuation.resume()
        }
        // It waits for the library's thread. Without a thread of its own for that, here.
        if DetachedThread.start(stop) != 0 { stop() }
      }
    }
  }

  /// `@unchecked Sendable`: used once, by the thread that it is handed to.
  private struct SendablePointer: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }
  }
#endif
