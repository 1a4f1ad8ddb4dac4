import AttachmentIntake
import IntakeModel

/// The server from its start to its end.
struct ServerRun: Sendable {
  let options: ServerOptions
  /// Is told what went wrong on the server's side.
  let report: @Sendable (String) -> Void

  #if ExampleServer
    /// Serves until the task is cancelled. When it returns, nothing runs, and everything unfinished is undone.
    ///
    /// - Parameter ready: Is told the port, once requests are answered.
    /// - Throws: ``ServerError``, or what opening the container throws.
    func run(_ ready: (UInt16) -> Void) async throws {
      // A connection has its socket and the copy that it is written to; the rest of the process needs some 40.
      try DescriptorLimit.raise(to: 2 * options.connections.connections + 64)
      try await SharedContainer.withContainer(at: options.container ?? "") { container in
        let pipeline = try IntakePipeline(into: container, configuration: configuration)
        let board = ProgressBoard()
        let uploads = Uploads(
          pipeline: pipeline, inbox: Inbox(container), limits: options.uploads, board: board,
          report: report)
        let routes = Routes(limits: options.uploads, board: board) {
          pipeline.counters.prometheusText()
        }
        // As many as there are connections at most, and no bytes of theirs.
        let (requests, requested) = AsyncStream.makeStream(of: Exchange.self)
        let socket = try ListeningSocket(address: options.address, port: options.port)
        let daemon = try HTTPDaemon(
          on: socket.descriptor, limits: options.connections, requests: requested,
          answering: routes.answer)
        ready(socket.port)
        let (never, end) = AsyncStream<Never>.makeStream()
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await uploads.serve(requests) }
          group.addTask { for await _ in never {} }
          // Only a cancelled task gets past this. The requests then end with their connections.
          await group.next()
          await daemon.stop()
        }
        end.finish()
      }
    }

    private var configuration: IntakePipeline.Configuration {
      var configuration = IntakePipeline.Configuration()
      if !options.accepted.isEmpty { configuration = .init(accepting: options.accepted) }
      configuration.maximumFileSize = options.uploads.fileSize
      configuration.maximumBatchSize = options.uploads.requestSize
      configuration.maximumCount = options.uploads.multipart.parts
      configuration.container.bytes = options.containerSize
      configuration.memoryBudget = options.memory
      // The parts of a body come one after the other; requests are what runs at once.
      configuration.maximumConcurrentLoads = 1
      configuration.maximumOpenCopies = options.connections.connections
      configuration.loadTimeout = options.idle
      return configuration
    }

    static let library = "with \(HTTPDaemon.library)"
  #else
    /// Stands in where the package was built without the trait.
    func run(_ ready: (UInt16) -> Void) async throws {
      throw ServerError(
        "this build answers no requests; build it with '--traits PDF,ExampleServer', which takes "
          + "libmicrohttpd-dev")
    }

    static let library = "without libmicrohttpd"
  #endif
}
