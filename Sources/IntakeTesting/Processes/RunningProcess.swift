import IntakeModel
import SystemCalls

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A started process, and the two threads that wait for it and read from it.
///
/// The threads hold this object, not the ``ChildProcess``, whose end can therefore end the process.
final class RunningProcess: Sendable {
  private let processID: Int32
  private let pipes: ChildPipes
  private let unwritten: [UInt8]
  private let timeout: Duration
  private let endsGroup: Bool
  private let waiters: Waiting<State>

  init(
    _ processID: Int32, pipes: ChildPipes, input: ChildProcess.Input, captureLimit: ByteCount,
    timeout: Duration, endsGroup: Bool
  ) {
    self.processID = processID
    self.pipes = pipes
    self.timeout = timeout
    self.endsGroup = endsGroup
    if case .bytes(let bytes) = input { unwritten = bytes } else { unwritten = [] }
    var state = State(limit: Int(captureLimit.bytes))
    // Bytes are written, and their pipe is closed, by the reading thread alone.
    if case .pipe = input { state.input = pipes.input }
    waiters = Waiting(state)
  }

  func start() {
    BlockingThread.start { self.reap() }
    BlockingThread.start { self.transfer() }
  }

  func kill(_ signal: Int32, wholeGroup: Bool) {
    // Under the lock although it is an act: between the decision and the signal the process must not be
    // reaped, or the number could be another's.
    waiters.change { state in
      if state.exit == nil { _ = systemKill(wholeGroup ? -processID : processID, signal) }
    }
  }

  /// Kills the process if it has not ended, and waits until nothing of it is left.
  func endNow() {
    kill(SIGKILL, wholeGroup: true)
    _ = endedBlocking()
  }

  func ended() async -> ChildProcess.Ending {
    await waiters.waitToTheEnd(for: .ended)
    return ending
  }

  func endedBlocking() -> ChildProcess.Ending {
    waiters.waitBlocking(for: .ended)
    return ending
  }

  private var ending: ChildProcess.Ending {
    guard let ending = waiters.read(\.ending) else { preconditionFailure("asked before the end") }
    return ending
  }

  func output(containing text: [UInt8]) async throws {
    try await waiters.wait(for: .output(text))
    let (isThere, ending) = waiters.read { ($0.output.contains(text), $0.ending) }
    if !isThere, let ending {
      throw ChildProcess.OutputMissing(
        expected: String(decoding: text, as: UTF8.self), ending: ending)
    }
  }

  var outputSoFar: String { waiters.read { String(decoding: $0.output.bytes, as: UTF8.self) } }

  func write(_ bytes: [UInt8]) throws(SystemCallFailure) {
    // A copy, so that closing meanwhile closes another descriptor than the one in use.
    let (copy, number) = waiters.read { state -> (Int32, Int32) in
      guard let input = state.input else { return (-1, state.isInputEnded ? EBADF : EPIPE) }
      let copy = fcntl(input, F_DUPFD_CLOEXEC, 3)
      return (copy, errno)
    }
    guard copy >= 0 else { throw SystemCallFailure("write", number: number, subject: "input") }
    defer { close(copy) }
    try PipeWriting.writeAll(bytes, to: copy)
  }

  func closeInput() {
    let input = waiters.change { state in
      state.isInputEnded = true
      return state.takeInput()
    }
    if let input { close(input) }
  }

  /// Waits for the end of the process.
  private func reap() {
    var info = siginfo_t()
    var hasStatus = false
    repeat {
      hasStatus = waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) == 0
    } while !hasStatus && errno == EINTR
    waiters.change { state in
      // As long as the leader is not reaped, the number of its group is not given out again.
      if endsGroup, hasStatus { _ = systemKill(-processID, SIGKILL) }
      var status: Int32 = 0
      var usage = rusage()
      var reaped: pid_t = 0
      repeat {
        reaped = wait4(processID, &status, 0, &usage)
      } while reaped < 0 && errno == EINTR
      state.exit = Exit(status: reaped == processID ? status : nil, usage: usage)
    }
    close(pipes.wakeWriter)
  }

  /// Moves bytes both ways until the process has ended and nothing is left to read.
  private func transfer() {
    PipeWriting.blockSignal()
    var transfer = PipeTransfer(pipes: pipes, unwritten: unwritten, endsGroup: endsGroup)
    let deadline = ContinuousClock.now.advanced(by: timeout)
    var isKilled = false
    while !transfer.isComplete {
      let left = ContinuousClock.now.duration(to: deadline)
      if left <= .zero, !isKilled {
        isKilled = true
        waiters.change { state in
          guard state.exit == nil else { return }
          state.isTimedOut = true
          _ = systemKill(-processID, SIGKILL)
        }
      }
      let pieces = transfer.step(timeout: isKilled ? nil : left)
      if pieces.output.isEmpty, pieces.error.isEmpty { continue }
      waiters.change { state in
        state.output.append(pieces.output)
        state.error.append(pieces.error)
      }
    }
    transfer.closeAll()
    if let input = waiters.change({ $0.takeInput() }) { close(input) }
    waiters.change { $0.end() }
  }
}

private func systemKill(_ processID: Int32, _ signal: Int32) -> Int32 { kill(processID, signal) }

extension RunningProcess {
  private struct Exit: Sendable {
    /// `nil` where somebody else has taken it.
    let status: Int32?
    let usage: rusage
  }

  private struct State: WaitingState {
    var exit: Exit?
    var ending: ChildProcess.Ending?
    var isTimedOut = false
    var input: Int32?
    /// Whether the test has ended the input, and not the process.
    var isInputEnded = false
    var output: CapturedOutput
    var error: CapturedOutput

    init(limit: Int) {
      output = CapturedOutput(limit: limit)
      error = CapturedOutput(limit: limit)
    }

    enum Condition: Sendable {
      case ended
      case output([UInt8])
    }

    func isMet(_ condition: Condition) -> Bool {
      switch condition {
      case .ended: ending != nil
      case .output(let text): ending != nil || output.contains(text)
      }
    }

    mutating func takeInput() -> Int32? {
      defer { input = nil }
      return input
    }

    mutating func end() {
      guard let exit else { return }
      ending = ChildProcess.Ending(
        status: Self.status(exit.status),
        outputBytes: output.bytes, errorBytes: error.bytes,
        isOutputCut: output.isCut || error.isCut, isTimedOut: isTimedOut,
        peakResidentBytes: .peakResident(exit.usage), userTime: Duration(exit.usage.ru_utime),
        systemTime: Duration(exit.usage.ru_stime))
    }

    private static func status(_ status: Int32?) -> ChildProcess.Status {
      switch status.map(ProcessEnding.init(waitStatus:)) ?? .unknown {
      case .exited(let code): .exited(code)
      case .signalled(let signal): .signalled(signal)
      case .unknown: .unknown
      }
    }
  }
}

extension Duration {
  fileprivate init(_ time: timeval) {
    self = .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
  }
}
