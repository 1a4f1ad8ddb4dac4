/// Owns one connection, and uses it on a thread of its own.
actor CatalogWorker {
  private nonisolated let thread: CatalogThread
  private let open: @Sendable () throws -> CatalogConnection
  private var connection: CatalogConnection?
  private var isClosed = false

  /// - Parameter open: Opens the connection, when it is first needed. Tried again if it fails.
  init(_ open: @escaping @Sendable () throws -> CatalogConnection) throws(ThreadError) {
    thread = try CatalogThread()
    self.open = open
  }

  deinit { thread.abandon() }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Runs `body` on the thread; `nil` if the worker was closed.
  func run<Result: Sendable>(
    _ body: @Sendable (CatalogConnection) throws -> Result
  ) throws -> Result? {
    if isClosed { return nil }
    let connection = try connection ?? open()
    self.connection = connection
    try connection.checkPlace()
    return try body(connection)
  }

  /// Closes the connection after what was asked before, and ends the thread.
  nonisolated func close() async {
    await closeConnection()
    // The thread has nothing left to do, so this takes the time of its last steps.
    thread.end()
  }

  private func closeConnection() {
    // A late call comes on another thread, and may only read.
    if isClosed { return }
    isClosed = true
    connection?.finish()
    connection = nil
  }
}
