#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Descriptors 0, 1 and 2, which other code takes for the standard streams whatever they are.
enum StandardDescriptors {
  /// Occupies those that the caller closed.
  ///
  /// Otherwise the next file that is opened becomes standard output, and results are written into a
  /// catalog. Each is opened the wrong way round, so that its use fails as if it were closed.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // open(2) gives the lowest number that is free, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
