#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The descriptors between a child and this process. Each end is closed by one owner, once.
struct ChildPipes: Sendable {
  /// A descriptor for each standard stream of the child.
  private(set) var childInput: Int32
  private(set) var childOutput: Int32
  private(set) var childError: Int32
  /// The end that is written here; `nil` where the child reads nothing.
  private(set) var input: Int32?
  private(set) var output: Int32
  private(set) var error: Int32
  /// What the reaper writes to so that the reader wakes.
  private(set) var wakeReader: Int32
  private(set) var wakeWriter: Int32

  init(input kind: ChildProcess.Input) throws(SystemCallFailure) {
    var open: [Int32] = []
    do throws(SystemCallFailure) {
      if kind.isEmpty {
        childInput = try SystemCallFailure.check("open", "/dev/null") {
          Self.openNull()
        }
        open = [childInput]
        input = nil
      } else {
        let (reader, writer) = try Self.pipe()
        (childInput, input) = (reader, writer)
        open = [reader, writer]
      }
      (output, childOutput) = try Self.pipe()
      open += [output, childOutput]
      (error, childError) = try Self.pipe()
      open += [error, childError]
      (wakeReader, wakeWriter) = try Self.pipe()
    } catch {
      for descriptor in open { close(descriptor) }
      throw error
    }
    // Ours alone: the flag belongs to this end, and the child's end still blocks.
    for end in [output, error, wakeReader, input].compactMap({ $0 }) {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
  }

  func closeChildEnds() {
    close(childInput)
    close(childOutput)
    close(childError)
  }

  func closeAll() {
    closeChildEnds()
    for end in [output, error, wakeReader, wakeWriter, input].compactMap({ $0 }) { close(end) }
  }

  private static func openNull() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }

  private static func pipe() throws(SystemCallFailure) -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    // Not atomic with the flag: `pipe2` is not visible here. Children of ours inherit nothing anyway.
    try SystemCallFailure.check("pipe", "child") { systemPipe(&ends) }
    for index in ends.indices {
      // Numbers below three would be overwritten while the child's standard streams are put in place.
      if ends[index] < 3 {
        let copy = fcntl(ends[index], F_DUPFD_CLOEXEC, 3)
        close(ends[index])
        ends[index] = copy
      }
      _ = fcntl(ends[index], F_SETFD, FD_CLOEXEC)
    }
    return (ends[0], ends[1])
  }
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
