package import IntakeModel
import SystemCalls

/// A program that is run beside this one, such as `git` or a test command.
///
/// It leads a process group of its own, reads nothing, has the variables that are given to it and no others,
/// and inherits its three standard descriptors alone. When it ends, those that it started and left behind are
/// killed, so that a run leaves no process behind.
package struct ChildProgram: Sendable {
  /// A path, or a name to be looked up in the `PATH` of this process.
  package var executable: String
  /// Without the program's own name.
  package var arguments: [String]
  /// All variables that it sees.
  package var environment: [String: String]
  /// The folder that it starts in; `nil` for that of this process.
  package var workingDirectory: String?
  /// How long it may take.
  package var timeLimit: Duration
  /// How long it has, after `SIGTERM`, to end by itself when the time is over or the task is cancelled. Then the
  /// whole group is killed.
  package var grace: Duration

  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
    workingDirectory: String? = nil, timeLimit: Duration = .seconds(60), grace: Duration = .zero
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.timeLimit = timeLimit
    self.grace = grace
  }

  /// One of the two outputs.
  package enum Stream: Sendable, Hashable {
    case output
    case error
  }

  /// How it ended.
  package enum Exit: Sendable, Hashable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)
  }

  /// The end of a run.
  package struct Ending: Sendable, Hashable {
    package var exit: Exit
    /// Whether it was ended because ``ChildProgram/timeLimit`` was over.
    package var isTimedOut: Bool
    package var duration: Duration

    /// Whether it ended by itself, in time, with status 0.
    package var isSuccess: Bool { exit == .exited(0) && !isTimedOut }
  }

  /// What a run wrote, up to a limit.
  package struct Captured: Sendable {
    package var ending: Ending
    package var output: [UInt8]
    package var error: [UInt8]
    /// Whether there was more than was kept.
    package var isCut: Bool
  }

  /// Runs it to its end.
  ///
  /// Needs 64 KiB of memory, whatever it writes. A cancelled task ends the program, and returns when it has
  /// ended.
  ///
  /// - Parameter receive: Takes what it writes, in order for each stream. Called on a thread of its own, which may
  ///   block; as long as it does, a program that writes on waits. An error that it throws ends the program.
  /// - Throws: ``ChildProgramError`` if it cannot be started, or another part of this process has taken its status;
  ///   what `receive` throws; `CancellationError`.
  package func run(
    _ receive: @escaping @Sendable (Stream, UnsafeRawBufferPointer) throws -> Void
  ) async throws -> Ending {
    try Task.checkCancellation()
    let running = try RunningProgram(self)
    let ending = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let transfer = { @Sendable in
          waiter.resume(with: Result { try running.transfer(receive) })
        }
        // On this thread where the system has room for no other.
        if DetachedThread.start(transfer) != 0 { transfer() }
      }
    } onCancel: {
      running.cancel()
    }
    try Task.checkCancellation()
    return ending
  }

  /// Runs it to its end, and keeps what it writes.
  ///
  /// - Parameter limit: The most bytes to keep of each output; more is read and dropped.
  /// - Throws: As ``run(_:)``.
  package func capture(limit: ByteCount = .mebibytes(16)) async throws -> Captured {
    let kept = CapturedStreams(limit: Int(clamping: limit.bytes))
    let ending = try await run { kept.append($1, to: $0) }
    return kept.captured(ending)
  }
}

/// Why a program cannot be started, or how it ended is not known.
package struct ChildProgramError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The program, as it was given.
  package let executable: String
  /// The call that failed.
  package let call: String
  /// The system's number.
  package let number: Int32

  package var description: String {
    let what = call == "waitpid" ? "has ended, and nobody knows how" : "does not start"
    return "'\(executable)' \(what): \(SystemText.of(number)) (\(call))"
  }
}
