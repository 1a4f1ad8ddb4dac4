extension ValidatorPool {
  /// Where the validators' program is, how many of it run, and what each may take.
  public struct Configuration: Sendable, Hashable {
    /// Where the validators' program is.
    public var program: Program
    /// The most processes at once, and so the most documents. 2 by default: each takes a core while it works, and
    /// up to ``memory``.
    public var processes: Int
    /// How many documents a process looks at before another takes its place, so that no fault of a parser adds up.
    /// 200 by default: starting one takes some 20 ms without images, and 100 ms with them.
    public var documentsPerProcess: Int
    /// The most memory that a process may take beyond what its program itself needs, the document included.
    /// 1.5 GiB by default: a document and a decoded image of the largest size that ``ValidationLimits`` allow, and
    /// as much again for the decoder. Another process takes its place once half
    /// of it was resident.
    public var memory: ByteCount
    /// How long a process may take to start. 10 seconds by default, for a machine that is busy.
    public var startTime: Duration

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - program: Where the validators' program is.
    ///   - processes: The most processes at once; at least 1.
    ///   - documentsPerProcess: How many documents a process looks at before another takes its place; at least 1.
    ///   - memory: The most memory that a process may take beyond what its program itself needs.
    ///   - startTime: How long a process may take to start.
    public init(
      program: Program = .besideExecutable, processes: Int = 2, documentsPerProcess: Int = 200,
      memory: ByteCount = .mebibytes(1536), startTime: Duration = .seconds(10)
    ) {
      self.program = program
      self.processes = max(1, processes)
      self.documentsPerProcess = max(1, documentsPerProcess)
      self.memory = memory
      self.startTime = startTime
    }

    /// Where the program is.
    public enum Program: Sendable, Hashable {
      /// `intake-validate` beside the running executable, or in `libexec` beside it, or in `libexec` beside its
      /// folder.
      case besideExecutable
      /// The program at this path.
      case path(LocalPath)
    }

    /// The most processor time of a process over its whole life. A net below the limit by the clock, for one whose
    /// client is gone.
    static let processorTime = Duration.seconds(3600)
  }

  /// What the processes have done so far.
  public struct Statistics: Sendable, Hashable {
    /// How many processes were started.
    public internal(set) var started = 0
    /// How many of them run now.
    public internal(set) var running = 0
    /// How many documents were given to a process.
    public internal(set) var asked = 0
    /// How many documents got an answer of a process.
    public internal(set) var answered = 0
    /// The longest time that a process needed for one answer.
    public internal(set) var longestAnswer = Duration.zero
    /// The most memory that was resident in one of them beyond what it had before its first document, as it said
    /// with its answers.
    public internal(set) var peakMemory = ByteCount.zero
    /// What the process that was started last knows, and what the system keeps it from; `nil` before the first.
    public internal(set) var greeting: ValidatorGreeting?
  }
}
