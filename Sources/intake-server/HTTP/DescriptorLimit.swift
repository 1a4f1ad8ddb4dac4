#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How many descriptors the process may have.
enum DescriptorLimit {
  /// Raises the limit to `count`, where it is lower.
  ///
  /// - Throws: ``ServerError`` where the system does not allow so many.
  static func raise(to count: Int) throws(ServerError) {
    #if canImport(Darwin) || canImport(Musl)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    limit.rlim_cur = rlim_t(count)
    guard limit.rlim_cur <= limit.rlim_max, setrlimit(resource, &limit) == 0 else {
      throw ServerError(
        "so many connections need \(count) descriptors, and the system allows \(limit.rlim_max); "
          + "give a smaller '--connections', or raise 'ulimit -n'")
    }
  }
}
