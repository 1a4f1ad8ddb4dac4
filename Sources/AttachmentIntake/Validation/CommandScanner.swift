/// Scans content by a command, such as `clamdscan --no-summary -`, once for each document.
///
/// The command gets the content as its standard input. It says by its exit status what it found, as `clamscan`
/// and `clamdscan` do: 0 for nothing, 1 for something harmful, anything else for no answer. What it writes goes
/// nowhere. It runs in a process group of its own, which is killed when its time is over, or the task is cancelled.
public struct CommandScanner: ContentScanner {
  /// The program: a path, or a name that is looked for in `PATH`.
  public let program: String
  /// The arguments of the program, without its own name.
  public let arguments: [String]
  /// The longest time for one document. 60 seconds by default.
  public let timeLimit: Duration
  private let clock: any Clock<Duration>

  /// - Parameters:
  ///   - program: A path, or a name that is looked for in `PATH`.
  ///   - arguments: Without the program's own name.
  ///   - timeLimit: The longest time that it may take for one document. 60 seconds by default.
  ///   - clock: What the time is measured by. Tests set it.
  public init(
    _ program: String, arguments: [String], timeLimit: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.program = program
    self.arguments = arguments
    self.timeLimit = timeLimit
    self.clock = clock
  }

  public func scan(_ content: any LocalContent) async throws(CancellationError) -> ScanResult {
    let run = ScannerRun(program, arguments)
    let (clock, timeLimit) = (clock, timeLimit)
    let result = await withTaskGroup(of: ScanResult?.self) { group in
      group.addTask {
        await withTaskCancellationHandler {
          // On a thread of its own, since it waits for the end of the process.
          (try? await OwnThread.run { run.run(content) }) ?? .notScanned(.unavailable)
        } onCancel: {
          run.stop()
        }
      }
      group.addTask {
        if (try? await clock.sleep(for: timeLimit)) != nil { run.stop() }
        return nil
      }
      var result: ScanResult?
      while result == nil, let next = await group.next() { result = next }
      group.cancelAll()
      return result ?? .notScanned(.unavailable)
    }
    if Task.isCancelled { throw CancellationError() }
    return result
  }
}
