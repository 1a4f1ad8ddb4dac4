#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Content of a store that has no local file, copied into a temporary one without a name.
final class SpooledContent: LocalContent {
  let size: ByteCount
  private let descriptor: Int32

  private static let chunk = 64 << 10

  /// Reads `reader` to its end. Holds one chunk, which is reserved in `memory`.
  init(_ reader: any ContentReader, memory: MemoryBudget) async throws {
    let reservation = try await BufferReservation(of: Int64(Self.chunk), in: memory)
    defer { reservation.release() }
    let (reading, writing) = try Self.openFile()
    var isDone = false
    defer {
      close(writing)
      if !isDone { close(reading) }
    }
    var count: Int64 = 0
    while let chunk = try await reader.next(atMost: Self.chunk) {
      try Task.checkCancellation()
      var rest = chunk[...]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
        if written < 0 {
          if errno == EINTR { continue }
          throw Self.failure("write")
        }
        rest = rest.dropFirst(written)
      }
      count += Int64(chunk.count)
    }
    isDone = true
    size = ByteCount(bytes: count)
    descriptor = reading
  }

  deinit { close(descriptor) }

  func withDescriptor<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    try body(descriptor)
  }

  /// Two descriptors of a file that has no name any more, the first for reading only.
  private static func openFile() throws -> (reading: Int32, writing: Int32) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/intake-validation-XXXXXX".utf8CString)
    let writing = mkstemp(&template)
    guard writing >= 0 else { throw failure("mkstemp") }
    _ = fcntl(writing, F_SETFD, FD_CLOEXEC)
    let reading = open(template, O_RDONLY | O_CLOEXEC)
    let number = errno
    unlink(template)
    guard reading >= 0 else {
      close(writing)
      errno = number
      throw failure("open")
    }
    return (reading, writing)
  }

  private static func failure(_ call: String) -> IntakeError {
    let number = errno
    let code: IntakeError.Code =
      switch number {
      case ENOSPC, EDQUOT: .diskFull
      case EMFILE, ENFILE: .tooManyOpenFiles
      default: .writeFailed
      }
    return IntakeError(
      code, at: .validation,
      "the content could not be laid into a temporary file (\(call): errno \(number)); try again")
  }
}
