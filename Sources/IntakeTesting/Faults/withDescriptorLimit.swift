#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Calls `body` while the process may open no descriptor with the number `limit` or above.
///
/// The limit is of the whole process: other tests that run at the same time meet it too, and descriptors that
/// they close make room. Calls wait for each other; one inside another never returns. For a limit that
/// concerns nobody else use ``ChildProcess`` with limits of its own.
///
/// - Throws: ``SystemCallFailure``, or what `body` throws.
public func withDescriptorLimit<Result>(
  _ limit: Int, _ body: () throws -> Result
) throws -> Result {
  DescriptorLimit.turnstile.enterBlocking()
  defer { DescriptorLimit.turnstile.leave() }
  let former = try DescriptorLimit.exchange(limit)
  defer { DescriptorLimit.restore(former) }
  return try body()
}

/// Calls `body` while the process may open no descriptor with the number `limit` or above.
///
/// The limit is of the whole process: other tests that run at the same time meet it too, and descriptors that
/// they close make room. Calls wait for each other; one inside another never returns. For a limit that
/// concerns nobody else use ``ChildProcess`` with limits of its own.
///
/// - Throws: ``SystemCallFailure``, `CancellationError` where the task was cancelled before its turn came, or
///   what `body` throws.
public func withDescriptorLimit<Result>(
  _ limit: Int, _ body: () async throws -> Result
) async throws -> Result {
  try await DescriptorLimit.turnstile.enter()
  defer { DescriptorLimit.turnstile.leave() }
  let former = try DescriptorLimit.exchange(limit)
  defer { DescriptorLimit.restore(former) }
  return try await body()
}

private enum DescriptorLimit {
  static let turnstile = Turnstile()

  /// Sets the soft limit and returns the former one.
  static func exchange(_ limit: Int) throws(SystemCallFailure) -> rlim_t {
    var limits = rlimit()
    try SystemCallFailure.check("getrlimit", "descriptors") { getrlimit(resource, &limits) }
    let former = limits.rlim_cur
    limits.rlim_cur = rlim_t(max(0, limit))
    try SystemCallFailure.check("setrlimit", "descriptors") { setrlimit(resource, &limits) }
    return former
  }

  static func restore(_ former: rlim_t) {
    var limits = rlimit()
    getrlimit(resource, &limits)
    limits.rlim_cur = former
    setrlimit(resource, &limits)
  }

  #if canImport(Darwin)
    private static let resource = RLIMIT_NOFILE
  #else
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
}
