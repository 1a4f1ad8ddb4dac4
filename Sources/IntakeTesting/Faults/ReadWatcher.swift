import Synchronization
import SystemCalls

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Stops those who read one file until a closure has run: a permission event of fanotify(7).
final class ReadWatcher: Sendable {
  private let watch: Int32
  /// Written to by ``end()``; the thread closes all three.
  private let wakeReader: Int32
  private let wakeWriter: Int32
  private let hasEnded = Mutex(false)
  private let stopped = Gate()

  #if canImport(Darwin)
    init(of path: String) throws(SystemCallFailure) {
      throw SystemCallFailure("fanotify_init", number: ENOSYS, subject: path)
    }

    func start(_ onRead: @escaping @Sendable () -> Void) {}
    func end() {}
  #else
    private typealias Initialise = @convention(c) (UInt32, UInt32) -> Int32
    private typealias Mark =
      @convention(c) (Int32, UInt32, UInt64, Int32, UnsafePointer<CChar>) -> Int32

    // linux/fanotify.h, which no module shows.
    private static let closeOnExec: UInt32 = 0x1
    private static let classContent: UInt32 = 0x4
    private static let markAdd: UInt32 = 0x1
    private static let accessPermission: UInt64 = 0x20000
    private static let allow: UInt32 = 1

    init(of path: String) throws(SystemCallFailure) {
      guard let initialise = LibraryFunction.find("fanotify_init", Initialise.self),
        let mark = LibraryFunction.find("fanotify_mark", Mark.self)
      else { throw SystemCallFailure("fanotify_init", number: ENOSYS, subject: path) }
      let flags = UInt32(O_RDONLY | O_CLOEXEC)
      let watch = try SystemCallFailure.check("fanotify_init", path) {
        initialise(Self.closeOnExec | Self.classContent, flags)
      }
      var ends: [Int32] = [-1, -1]
      do throws(SystemCallFailure) {
        try SystemCallFailure.check("fanotify_mark", path) {
          mark(watch, Self.markAdd, Self.accessPermission, AT_FDCWD, path)
        }
        try SystemCallFailure.check("pipe", path) { pipe(&ends) }
      } catch {
        close(watch)
        throw error
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (self.watch, wakeReader, wakeWriter) = (watch, ends[0], ends[1])
    }

    /// Calls `onRead` before each read, while the reader waits.
    func start(_ onRead: @escaping @Sendable () -> Void) {
      BlockingThread.start { [watch, wakeReader, stopped] in
        Self.answer(watch, until: wakeReader, onRead)
        close(watch)
        close(wakeReader)
        stopped.open()
      }
    }

    /// Lets later reads pass, and returns when nothing is watched any more.
    func end() {
      let isFirst = hasEnded.withLock { hasEnded in
        defer { hasEnded = true }
        return !hasEnded
      }
      if isFirst { close(wakeWriter) }
      stopped.waitBlocking()
    }

    private static func answer(_ watch: Int32, until wake: Int32, _ onRead: () -> Void) {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 8)
      defer { buffer.deallocate() }
      while true {
        var waiting = [
          pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
          pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        poll(&waiting, 2, -1)
        if waiting[1].revents != 0 { return }
        guard waiting[0].revents != 0 else { continue }
        let count = FileAccess.readSome(watch, buffer)
        // struct fanotify_event_metadata: length at 0, mask at 8, descriptor at 16, process at 20.
        var offset = 0
        while offset + 24 <= count {
          let length = Int(buffer.load(fromByteOffset: offset, as: UInt32.self))
          let file = buffer.load(fromByteOffset: offset + 16, as: Int32.self)
          offset += max(length, 24)
          guard file >= 0 else { continue }
          onRead()
          reply(watch, file)
          close(file)
        }
      }
    }

    /// struct fanotify_response: descriptor, answer.
    private static func reply(_ watch: Int32, _ file: Int32) {
      let answer: [UInt32] = [UInt32(bitPattern: file), allow]
      answer.withUnsafeBytes { _ = write(watch, $0.baseAddress, $0.count) }
    }
  #endif
}
