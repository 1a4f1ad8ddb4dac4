import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A started program, and the pipes that it writes to.
///
/// ``transfer(_:)`` is called exactly once: it waits for the end, and closes everything but ``wakeWriter``, which
/// lives as long as somebody may cancel.
final class RunningProgram: Sendable {
  private let program: ChildProgram
  private let process: pid_t
  private let output: Int32
  private let error: Int32
  private let wakeReader: Int32
  private let wakeWriter: Int32
  private let started = ContinuousClock.now

  init(_ program: ChildProgram) throws(ChildProgramError) {
    var open: [Int32] = []
    func pipe() throws(ChildProgramError) -> (reader: Int32, writer: Int32) {
      var ends: [Int32] = [-1, -1]
      guard systemPipe(&ends) == 0 else {
        let number = errno
        for descriptor in open { close(descriptor) }
        throw ChildProgramError(executable: program.executable, call: "pipe", number: number)
      }
      for index in ends.indices {
        // Numbers below three would be overwritten while the child's standard streams are put in place.
        if ends[index] < 3 {
          let copy = fcntl(ends[index], F_DUPFD_CLOEXEC, 3)
          guard copy >= 0 else {
            let number = errno
            for descriptor in open + ends { close(descriptor) }
            throw ChildProgramError(executable: program.executable, call: "fcntl", number: number)
          }
          close(ends[index])
          ends[index] = copy
        }
        _ = fcntl(ends[index], F_SETFD, FD_CLOEXEC)
      }
      _ = fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK)
      open += ends
      return (ends[0], ends[1])
    }
    let output = try pipe()
    let error = try pipe()
    let wake = try pipe()
    do throws(ChildProgramError) {
      process = try Self.start(program, output: output.writer, error: error.writer)
    } catch {
      for descriptor in open { close(descriptor) }
      throw error
    }
    close(output.writer)
    close(error.writer)
    self.program = program
    self.output = output.reader
    self.error = error.reader
    (wakeReader, wakeWriter) = wake
  }

  private static func start(
    _ program: ChildProgram, output: Int32, error: Int32
  ) throws(ChildProgramError) -> pid_t {
    do throws(ProcessSpawn.Failure) {
      return try ProcessSpawn.start(
        program.executable, arguments: program.arguments,
        // In one order, so that two runs of a program see the same.
        environment: program.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" },
        workingDirectory: program.workingDirectory,
        inheriting: [(own: output, number: STDOUT_FILENO), (own: error, number: STDERR_FILENO)])
    } catch {
      throw ChildProgramError(
        executable: program.executable, call: error.call, number: error.number)
    }
  }

  deinit {
    close(wakeWriter)
    close(wakeReader)
  }

  /// Makes ``transfer(_:)`` end the program; does nothing once it has ended.
  func cancel() {
    var byte: UInt8 = 0
    _ = write(wakeWriter, &byte, 1)
  }

  /// Passes on what the program writes until it has ended, and reaps it.
  func transfer(
    _ receive: (ChildProgram.Stream, UnsafeRawBufferPointer) throws -> Void
  ) throws -> ChildProgram.Ending {
    var streams: [(descriptor: Int32, stream: ChildProgram.Stream)] = [
      (output, .output), (error, .error),
    ]
    defer { for stream in streams { close(stream.descriptor) } }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var termination = Termination(
      process: process, deadline: started.advanced(by: program.timeLimit), grace: program.grace)
    var failure: (any Error)?
    /// When the pipes are given up, after the program has ended: one that left the group may hold them for ever.
    var patience: ContinuousClock.Instant?

    while true {
      if patience == nil, let end = findEnd() {
        // As long as the leader is not reaped, the number of its group is not given out again.
        if end == .leftStatus { _ = kill(-process, SIGKILL) }
        termination.isOver = true
        patience = .now.advanced(by: .seconds(1))
      }
      if patience != nil, streams.isEmpty { break }
      if let patience, patience <= .now { break }
      var waiting = streams.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      if !termination.isRequested {
        waiting.append(pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0))
      }
      // The end of the program shows in its pipes at once; only where another holds them, or it has closed them
      // itself, it is looked for every 20 ms.
      let ready = poll(&waiting, nfds_t(waiting.count), 20)
      if ready > 0, !termination.isRequested, let wake = waiting.last, wake.revents != 0 {
        termination.request()
      }
      for entry in waiting where entry.revents != 0 {
        guard let index = streams.firstIndex(where: { $0.descriptor == entry.fd }) else { continue }
        let count = systemRead(entry.fd, buffer)
        if count > 0, failure == nil {
          do {
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            try receive(streams[index].stream, bytes)
          } catch {
            failure = error
            termination.request()
          }
        } else if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR {
          close(entry.fd)
          streams.remove(at: index)
        }
      }
      if patience == nil { termination.step() }
    }

    let ending = ProcessSpawn.wait(for: process)
    if let failure { throw failure }
    let exit: ChildProgram.Exit
    switch ending {
    case .exited(let status): exit = .exited(status)
    case .signalled(let signal): exit = .signalled(signal)
    case .unknown:
      throw ChildProgramError(executable: program.executable, call: "waitpid", number: ECHILD)
    }
    return ChildProgram.Ending(
      exit: exit, isTimedOut: termination.isTimedOut, duration: started.duration(to: .now))
  }

  private enum End {
    case leftStatus
    /// Its status was taken by another part of this process, or this process ignores the ends of its children.
    /// From then on its number may be another's.
    case lostStatus
  }

  /// Whether the program has ended; it is not reaped.
  private func findEnd() -> End? {
    var info = siginfo_t()
    let result = waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT | WNOHANG)
    if result != 0 { return errno == ECHILD ? .lostStatus : nil }
    // SIGCHLD is the signal number of an ended child; 0 says that there is none yet.
    return info.si_signo == SIGCHLD ? .leftStatus : nil
  }
}

/// When and how a program is ended.
private struct Termination {
  let process: pid_t
  let deadline: ContinuousClock.Instant
  let grace: Duration
  private(set) var isTimedOut = false
  private(set) var isRequested = false
  /// Whether the program has ended, and nothing is to be sent to it any more.
  var isOver = false
  private var killTime: ContinuousClock.Instant?
  private var isKilled = false

  init(process: pid_t, deadline: ContinuousClock.Instant, grace: Duration) {
    self.process = process
    self.deadline = deadline
    self.grace = grace
  }

  /// Asks the program to end.
  mutating func request() {
    guard !isRequested else { return }
    isRequested = true
    if isOver { return }
    if grace > .zero {
      _ = kill(-process, SIGTERM)
      killTime = .now.advanced(by: grace)
    } else {
      killTime = .now
    }
  }

  /// Looks at the clock.
  mutating func step() {
    let now = ContinuousClock.now
    if !isRequested, now >= deadline {
      isTimedOut = true
      request()
    }
    if let killTime, now >= killTime, !isKilled {
      isKilled = true
      _ = kill(-process, SIGKILL)
    }
  }
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
