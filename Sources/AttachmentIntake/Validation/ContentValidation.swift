/// Whether and how content has to open before it is stored.
///
/// It is looked at as a whole, once it is copied and before it gets a name. What does not open is refused, and
/// what would cross a cap; what is in doubt is refused where ``refusedDoubts`` says so, and otherwise stored with
/// its verdict.
public struct ContentValidation: Sendable {
  /// What tells whether it opens, such as a ``ValidatorPool``; `nil` for nobody.
  public var validator: (any DocumentValidator)?
  /// What the validator may spend, and what content may stand for.
  public var limits = ValidationLimits()
  /// The verdicts that are refused besides those that always are. None by default.
  public var refusedDoubts: Set<ContentDoubt> = []
  /// What tells whether it does harm, such as a ``CommandScanner``; `nil` for nobody.
  public var scanner: (any ContentScanner)?
  /// Whether content is refused that the scanner could not tell anything of. On by default: who asks for a
  /// scanner does not want to go without.
  public var refusesUnscanned = true
  /// Whether a pipeline without a ``validator`` is a mistake, as it is under a contract that demands validation.
  public var requiresValidator = false
  /// Whether a pipeline without a ``scanner`` is a mistake.
  public var requiresScanner = false

  /// Makes a validation with the usual limits, which refuses what `scanner` could not tell anything of.
  ///
  /// - Parameters:
  ///   - validator: What tells whether content opens; `nil` for nobody.
  ///   - doubts: The verdicts that are refused besides those that always are.
  ///   - scanner: What tells whether content does harm; `nil` for nobody.
  public init(
    _ validator: (any DocumentValidator)?, refusing doubts: Set<ContentDoubt> = [],
    scanner: (any ContentScanner)? = nil
  ) {
    self.validator = validator
    refusedDoubts = doubts
    self.scanner = scanner
  }

  /// What `policy` demands, done by these.
  ///
  /// A pipeline refuses to begin without what it requires.
  public init(
    _ policy: InputContract.Validation, by validator: (any DocumentValidator)?,
    scanner: (any ContentScanner)? = nil
  ) {
    self.init(validator, refusing: policy.refusedDoubts, scanner: scanner)
    limits = ValidationLimits(policy.limits)
    refusesUnscanned = policy.scan != .preferred
    requiresValidator = true
    requiresScanner = policy.scan == .required
  }
}

extension ContentValidation {
  /// Looks at a staged copy.
  ///
  /// - Parameter memory: What a copy that is not a local file is read through is charged to.
  /// - Returns: The verdict on content that may be stored; `nil` where there is no validator.
  /// - Throws: Why it is refused: ``IntakeError`` at stage `validation`, or `CancellationError`.
  func judge(
    _ staged: StagedCopy, in store: any ContainerStore, memory: MemoryBudget
  ) async throws -> ContentVerdict? {
    var verdict: ContentVerdict?
    if let validator {
      let found = try await Self.withContent(of: staged, in: store, memory: memory) { content in
        try await validator.validate(content, as: staged.contentType, limits: limits)
      }
      if let refusal = refusal(of: found) { throw refusal }
      verdict = found
    }
    if let scanner {
      // Opened anew, since who has read it may have left the descriptor's place somewhere.
      let found = try await Self.withContent(of: staged, in: store, memory: memory) { content in
        try await scanner.scan(content)
      }
      if let refusal = refusal(of: found) { throw refusal }
    }
    return verdict
  }

  /// Opens a staged copy for `body`, and closes it at once after it: not when the last reference goes, which a
  /// task that just ends may hold for a moment.
  private static func withContent<Result>(
    of staged: StagedCopy, in store: any ContainerStore, memory: MemoryBudget,
    _ body: (any LocalContent) async throws -> Result
  ) async throws -> Result {
    let reader = try await store.openStaged(staged.receipt)
    defer { reader.close() }
    if let local = reader as? any LocalContent { return try await body(local) }
    return try await body(try await SpooledContent(reader, memory: memory))
  }

  private func refusal(of verdict: ContentVerdict) -> IntakeError? {
    switch verdict {
    case .valid: nil
    case .invalid(let reason):
      IntakeError(
        .contentInvalid, at: .validation,
        "it does not open (\(reason)); open the original with its own program, and save it again")
    case .refused(let cap, let found, let limit):
      IntakeError(
        .contentOverLimit, at: .validation,
        """
        it stands for more than is allowed (\(cap.rawValue): \(found), and at most \(limit) are); share a \
        smaller version, or raise the limit
        """)
    case .locked where refusedDoubts.contains(.locked):
      IntakeError(
        .contentLocked, at: .validation,
        "it opens only with a password; take the password off, and try again")
    case .repairable where refusedDoubts.contains(.repairable):
      IntakeError(
        .contentRepairable, at: .validation,
        "it is damaged, and opens only after repair; save it again with its own program")
    case .notValidated(let reason) where refusedDoubts.contains(.notValidated):
      IntakeError(
        .notValidated, at: .validation,
        "nothing could tell whether it opens (\(reason)), and such content is refused",
        cause: reason)
    case .locked, .repairable, .notValidated: nil
    }
  }

  private func refusal(of result: ScanResult) -> IntakeError? {
    switch result {
    case .clean: nil
    case .infected:
      IntakeError(
        .contentInfected, at: .validation, "the scanner found something harmful in it")
    case .notScanned(let reason) where refusesUnscanned:
      IntakeError(
        .notScanned, at: .validation,
        "the scanner could not tell whether it does harm (\(reason.rawValue)), and such content is refused"
      )
    case .notScanned: nil
    }
  }
}
