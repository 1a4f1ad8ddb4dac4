public import IntakeModel
import SystemCalls

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program that runs beside the test, in a process group of its own.
///
///     let child = try ChildProcess(intake, ["ingest", "--json", folder.path])
///     try await child.waitForOutput("staged")
///     child.kill()
///     #expect(try await child.wait().status == .signalled(SIGKILL))
///
/// Both outputs are read all the time, so that a child never stops because nobody reads. It inherits its three
/// standard descriptors and no other, so that no lock and no pipe of the test lives on in it. It ends with this
/// object at the latest: nothing is left behind, neither a process, nor a zombie, nor a descriptor.
public final class ChildProcess: Sendable {
  /// The number of the process, which is also that of its group.
  public let processID: Int32
  private let running: RunningProcess

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - executable: A path, or a name to be looked up in `PATH`.
  ///   - arguments: Without the program's own name.
  ///   - environment: Its environment variables.
  ///   - workingDirectory: Where it runs; `nil` for where this process does.
  ///   - input: What it reads.
  ///   - captureLimit: The most bytes to keep of each output; more is read and dropped.
  ///   - timeout: The time after which the whole group is killed. Five minutes by default: it counts also while the
  ///     test waits for its turn among many others.
  ///   - endsGroup: Whether processes that it started and left behind are killed when it has ended. Its end is
  ///     reported when those that wrote to its outputs have let go of them.
  ///   - limits: What the system lets it use.
  /// - Throws: ``SystemCallFailure``, also where there is no such program.
  public init(
    _ executable: String, _ arguments: [String] = [],
    environment: Environment = .inherited, workingDirectory: String? = nil, input: Input = .none,
    captureLimit: ByteCount = .mebibytes(16), timeout: Duration = .seconds(300),
    limits: Limits = Limits(), endsGroup: Bool = true
  ) throws {
    let (program, programArguments) = limits.wrap(executable, arguments)
    let pipes = try ChildPipes(input: input)
    do {
      processID = try Self.start(
        program, programArguments, environment, workingDirectory, pipes: pipes)
    } catch {
      pipes.closeAll()
      throw error
    }
    pipes.closeChildEnds()
    running = RunningProcess(
      processID, pipes: pipes, input: input, captureLimit: captureLimit, timeout: timeout,
      endsGroup: endsGroup)
    running.start()
  }

  private static func start(
    _ executable: String, _ arguments: [String], _ environment: Environment,
    _ workingDirectory: String?, pipes: ChildPipes
  ) throws(SystemCallFailure) -> Int32 {
    do throws(ProcessSpawn.Failure) {
      return try ProcessSpawn.start(
        executable, arguments: arguments,
        environment: environment.values.map { "\($0.key)=\($0.value)" },
        workingDirectory: workingDirectory,
        inheriting: [
          (own: pipes.childInput, number: STDIN_FILENO),
          (own: pipes.childOutput, number: STDOUT_FILENO),
          (own: pipes.childError, number: STDERR_FILENO),
        ])
    } catch {
      let subject = error.call == "chdir" ? workingDirectory ?? "" : executable
      throw SystemCallFailure(error.call, number: error.number, subject: subject)
    }
  }

  deinit { running.endNow() }

  /// Sends `signal` to the process and to those that it started; does nothing once it has ended.
  ///
  /// - Parameters:
  ///   - signal: `SIGKILL` by default.
  ///   - wholeGroup: `false` sends it to the process alone.
  public func kill(_ signal: Int32 = 9, wholeGroup: Bool = true) {
    running.kill(signal, wholeGroup: wholeGroup)
  }

  /// Suspends the task until the process has ended and its output is read.
  ///
  /// A cancelled task kills the process, and waits for its end all the same.
  ///
  /// - Throws: `CancellationError`.
  public func wait() async throws -> Ending {
    let ending = await withTaskCancellationHandler {
      await running.ended()
    } onCancel: {
      running.kill(SIGKILL, wholeGroup: true)
    }
    try Task.checkCancellation()
    return ending
  }

  /// Blocks the thread until the process has ended and its output is read.
  public func waitBlocking() -> Ending { running.endedBlocking() }

  /// Suspends the task until the process has written `text` to its standard output.
  ///
  /// - Throws: ``OutputMissing`` if it ends without, or `CancellationError`.
  public func waitForOutput(_ text: String) async throws {
    try await running.output(containing: Array(text.utf8))
  }

  /// The standard output so far.
  public var output: String { running.outputSoFar }

  /// Writes to the process's input, which was started with ``Input/pipe``. Blocks while the pipe is full.
  ///
  /// - Throws: ``SystemCallFailure``; `EPIPE` where the process reads no more or has ended, `EBADF` after
  ///   ``closeInput()``.
  public func write(_ bytes: some Sequence<UInt8>) throws { try running.write(Array(bytes)) }

  /// Ends the process's input.
  public func closeInput() { running.closeInput() }
}
