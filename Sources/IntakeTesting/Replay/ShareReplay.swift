public import IntakeModel
public import UniformTypes

/// Runs recorded shares through the real pipeline again, under a contract, and shows what is different.
///
///     let totals = try await ShareReplay(contract).run(records) { result in
///       for difference in result.differences { print(difference) }
///     }
///
/// Each share is one batch with the contract's policy, one after the other, into a real container in a
/// temporary folder, which starts empty for each. Attachments are loaded one at a time, so that the outcome does
/// not depend on chance; the pipeline's time stands still but where a source never delivers. What is stored is
/// read back and removed. Memory grows with neither the number of shares nor the size of what they hold.
public struct ShareReplay: Sendable {
  /// What is accepted, under which limits, and what each source is promised.
  public var contract: InputContract
  /// The known types: the standard ones by default.
  public var registry: TypeRegistry = .standard
  /// What a replay does at most.
  public var limits = ReplayLimits()
  /// Called with the progress of the run, on any thread, one call at a time.
  public var progress: (@Sendable (Progress) -> Void)?

  /// Makes a replay under `contract`; what `registry` knows are the types that it conforms by.
  public init(_ contract: InputContract, registry: TypeRegistry = .standard) {
    self.contract = contract
    self.registry = registry
  }

  /// How far a run has come.
  public struct Progress: Sendable, Hashable {
    /// Shares that are done with.
    public var shares = 0
    /// Bytes that were copied.
    public var bytes = ByteCount.zero
  }

  /// Replays `records`, and hands each result to `consume`, in their order.
  ///
  /// - Parameters:
  ///   - records: Looked at one after another.
  ///   - folder: The folder to make the temporary one in; `TMPDIR` by default. Nothing is left in it, also after an
  ///     error or a cancellation.
  ///   - consume: Takes one result at a time; the next share waits until it returns.
  /// - Returns: How many shares came out how.
  /// - Throws: `CancellationError`; `IntakeError` or ``SystemCallFailure`` where the temporary folder or the
  ///   container in it cannot be used, and `invalidArgument` where the contract makes no sense; what `consume`
  ///   throws. A share that cannot be replayed is no error, but a result.
  @discardableResult
  public func run(
    _ records: some Sequence<ShareRecord>, into folder: String? = nil,
    each consume: (ReplayResult) async throws -> Void
  ) async throws -> ReplayTotals {
    try await withTemporaryFolder(base: folder) { folder in
      var totals = ReplayTotals()
      let run = ReplayRun(self, folder: folder)
      for record in records {
        try Task.checkCancellation()
        let result = try await run.replay(record)
        totals.add(result)
        try await consume(result)
      }
      return totals
    }
  }

  /// Replays `records`, and returns what each showed.
  ///
  /// - Throws: `CancellationError`; `IntakeError` or ``SystemCallFailure`` where the temporary folder or the
  ///   container in it cannot be used, and `invalidArgument` where the contract makes no sense.
  /// - Complexity: O(*n*) memory for the results of *n* shares.
  public func run(
    _ records: some Sequence<ShareRecord>, into folder: String? = nil
  ) async throws -> [ReplayResult] {
    var results: [ReplayResult] = []
    try await run(records, into: folder) { results.append($0) }
    return results
  }
}
