/// Runs `body`, which blocks, on a thread of its own, and returns what it returns.
///
/// The shared pool has one thread for each core: two blocked tests would hold up all the others. Does not
/// notice cancellation.
///
/// - Throws: What `body` throws.
public func onOwnThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    BlockingThread.start { continuation.resume(with: Swift.Result(catching: body)) }
  }
}
