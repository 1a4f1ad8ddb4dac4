/// What is supported, written down once: what is accepted and how, what is refused, and what each source gets.
///
/// The pipeline takes its configuration from it, and the activation rule, the replay and the type matrix are
/// held against it, so that what is tested is what runs.
public struct InputContract: Sendable, Hashable {
  /// What it is the contract of, such as the name of a share extension.
  public var name: String
  /// What is accepted and refused, and what becomes of directories.
  public var rule: SelectionRule
  /// The caps on attachments, batches and the container.
  public var limits: Limits
  /// How content has to open before it is stored; `nil` where nobody needs to look.
  public var validation: Validation?
  /// What becomes of a batch in which some attachments are refused. By default each that succeeds is kept.
  public var batchPolicy: BatchPolicy
  /// What is promised for each source, in the order of the file.
  public var rows: [ContractRow]

  /// Makes a contract.
  ///
  /// - Parameters:
  ///   - name: What it is the contract of.
  ///   - rule: What is accepted and refused.
  ///   - limits: The caps; what is `nil` in them is as the pipeline has it by default.
  ///   - validation: How content has to open; `nil` where nobody needs to look.
  ///   - batchPolicy: What becomes of a batch in which some attachments are refused.
  ///   - rows: What is promised for each source.
  public init(
    name: String, rule: SelectionRule, limits: Limits = Limits(), validation: Validation? = nil,
    batchPolicy: BatchPolicy = .keep, rows: [ContractRow] = []
  ) {
    self.name = name
    self.rule = rule
    self.limits = limits
    self.validation = validation
    self.batchPolicy = batchPolicy
    self.rows = rows
  }

  /// The caps of a contract. What is `nil` is as the pipeline has it by default.
  public struct Limits: Sendable, Hashable {
    /// The most bytes of one attachment.
    public var fileSize: ByteCount?
    /// The most bytes of one batch.
    public var batchSize: ByteCount?
    /// The most attachments of one batch.
    public var count: Int?
    /// The most bytes of the container.
    public var containerSize: ByteCount?
    /// The most attachments in the container.
    public var containerCount: Int?
    /// The longest time that a load may go without anything arriving.
    public var loadTimeout: Duration?

    /// Makes caps that are all as the pipeline has them by default.
    public init() {}
  }
}
