extension IntakePipeline {
  /// Every limit of a pipeline, with its unit, default and reason.
  public struct Configuration: Sendable {
    // MARK: What is accepted

    /// The accepted types, and what becomes of directories. Any file by default.
    public var rule: SelectionRule = .anyFile

    /// The known types: the standard ones by default; add those that an app declares.
    public var registry: TypeRegistry = .standard

    /// Whether content has to open before it is stored. Nobody looks by default: what opens is for a program of
    /// its own to tell, which has to be there.
    public var validation: ContentValidation?

    // MARK: Caps (P3)

    /// The most bytes of one attachment. 16 GiB by default.
    public var maximumFileSize: ByteCount = .gibibytes(16)

    /// The most bytes of one batch. No limit of its own by default: the container and the disk bound it.
    public var maximumBatchSize: ByteCount?

    /// The most attachments of one batch. 100,000 by default. Those beyond it are refused, one by one.
    ///
    /// It also bounds the memory of an all-or-nothing batch, which remembers 200 to 400 bytes of each
    /// attachment until it is decided: with the default at most 40 MB.
    public var maximumCount: Int = 100_000

    /// What the container may hold, over all batches and processes.
    public var container = ContainerLimits()

    /// What stays free on the disk. 64 MiB by default, so that databases and logs beside it go on.
    public var minimumFreeSpace: ByteCount = .mebibytes(64)

    // MARK: Memory and concurrency (P4, P5)

    /// The most bytes in copy buffers and chunks at once, over all batches of the pipeline. 4 MiB by
    /// default: a process that is killed at 120 MB, as a share extension is, has room for the rest of itself.
    public var memoryBudget: ByteCount = .mebibytes(4)

    /// The size of a copy buffer. 256 KiB by default: larger ones gain little, smaller ones cost calls.
    public var copyBufferSize: ByteCount = .kibibytes(256)

    /// The most loads of one batch at once. 4 by default: two for each of two cores, which digest two files at
    /// once; more help with sources that wait, and where there are more cores.
    public var maximumConcurrentLoads: Int = 4

    /// The most attachments of one batch that are loading, or finished and not yet taken by the caller. 128
    /// by default, for two groups of commits. Lowered where the process may open few files, since each copy
    /// holds one until it is committed.
    public var window: Int = 128

    /// The most copies that are loading, or wait for their commit, over all batches of the pipeline; other
    /// loads wait. 512 by default: each holds one descriptor, and a second one while it reads a file, and a
    /// process may have 1,024 of them on most systems. Lowered where it may have fewer.
    public var maximumOpenCopies: Int = 512

    /// The longest time that a load may go without anything arriving. 60 seconds by default; `nil` waits
    /// for ever.
    public var loadTimeout: Duration? = .seconds(60)

    // MARK: Commit (P8)

    /// What a commit waits for. By group by default.
    public var durability: Durability = .group

    /// The most attachments that share a commit. 64 by default: more gain nothing.
    public var groupCount: Int = 64

    /// The most bytes that share a commit. 64 MiB by default, since the first waits for the last.
    public var groupBytes: ByteCount = .mebibytes(64)

    /// The longest time that a finished copy waits for others to share its commit. 50 ms by default.
    public var groupDelay: Duration = .milliseconds(50)

    // MARK: Time

    /// What timeouts and delays are measured by. Tests set it.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Makes a configuration that is all as by default.
    public init() {}

    /// A configuration that accepts `accepted`, the preferred first, with all else as by default.
    public init(accepting accepted: [TypeIdentifier]) {
      rule = SelectionRule(accepting: accepted)
    }

    /// A configuration that takes what `contract` says, with all else as by default.
    ///
    /// The contract's batch policy goes to ``BatchOptions/policy``.
    ///
    /// - Parameters:
    ///   - contract: What is accepted, under which caps, and how it has to open.
    ///   - registry: The known types; add those that the app declares.
    ///   - validator: What opens content, where the contract demands that somebody does: without one, no pipeline
    ///     begins. Given to a contract that says nothing of validation, it is asked all the same.
    ///   - scanner: What tells whether content does harm, in the same way.
    public init(
      _ contract: InputContract, registry: TypeRegistry = .standard,
      validator: (any DocumentValidator)? = nil, scanner: (any ContentScanner)? = nil
    ) {
      rule = contract.rule
      self.registry = registry
      let limits = contract.limits
      if let size = limits.fileSize { maximumFileSize = size }
      maximumBatchSize = limits.batchSize
      if let count = limits.count { maximumCount = count }
      if let size = limits.containerSize { container.bytes = size }
      if let count = limits.containerCount { container.count = count }
      if let timeout = limits.loadTimeout { loadTimeout = timeout }
      if let policy = contract.validation {
        validation = ContentValidation(policy, by: validator, scanner: scanner)
      } else if validator != nil || scanner != nil {
        validation = ContentValidation(validator, scanner: scanner)
      }
    }

    /// - Throws: `invalidArgument`, naming the limit that makes no sense.
    func validate() throws {
      func check(_ isSensible: Bool, _ advice: String) throws {
        if !isSensible { throw IntakeError(.invalidArgument, at: .selection, advice) }
      }
      try check(!rule.accepted.isEmpty, "no type is accepted; name at least one")
      try check(maximumCount >= 0, "the most attachments of a batch cannot be negative")
      try check(
        copyBufferSize >= .kibibytes(4) && copyBufferSize <= .mebibytes(64),
        "a copy buffer has from 4 KiB to 64 MiB, not \(copyBufferSize)")
      try check(
        memoryBudget >= copyBufferSize,
        "the memory budget of \(memoryBudget) has no room for a copy buffer of \(copyBufferSize)")
      try check(maximumConcurrentLoads > 0, "at least one load has to run at once")
      try check(window > 0, "the window has to hold at least one attachment")
      try check(maximumOpenCopies > 0, "at least one copy has to be open at once")
      try check(groupCount > 0, "a group has to hold at least one attachment")
      try check(loadTimeout.map { $0 > .zero } ?? true, "a load has to have some time")
      try check(
        validation.map { $0.validator != nil || !$0.requiresValidator } ?? true,
        "content has to open before it is stored, and there is no validator to open it; give one")
      try check(
        validation.map { $0.scanner != nil || !$0.requiresScanner } ?? true,
        "content has to be scanned before it is stored, and there is no scanner; give one")
    }
  }
}
