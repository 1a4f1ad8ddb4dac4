extension InputContract {
  /// How content has to open before it is stored.
  ///
  /// A policy: which program looks at content, and where it is, the machine says that runs it. What does not open is
  /// always refused, and so is what crosses one of the caps.
  public struct Validation: Sendable, Hashable {
    /// The verdicts that are refused besides.
    public var refusedDoubts: Set<ContentDoubt> = []
    /// The caps on what a validator may spend and on what content may stand for.
    public var limits = Limits()
    /// Whether a scanner looks at content too; `nil` where the contract does not say.
    public var scan: Scan?

    /// Makes a policy; by default only what does not open, or crosses a cap, is refused.
    ///
    /// - Parameters:
    ///   - doubts: The verdicts that are refused besides.
    ///   - limits: The caps; what is `nil` in them is as by default.
    ///   - scan: Whether a scanner looks too; `nil` where the contract does not say.
    public init(
      refusing doubts: Set<ContentDoubt> = [], limits: Limits = Limits(), scan: Scan? = nil
    ) {
      refusedDoubts = doubts
      self.limits = limits
      self.scan = scan
    }

    /// What a scanner is to the contract.
    public enum Scan: String, Sendable, CaseIterable, Hashable {
      /// There has to be one, and content that it could not tell anything of is refused.
      case required
      /// One looks where there is one, and content that it could not tell anything of is kept.
      case preferred
    }

    /// What a validator may spend, and what content may stand for, as ``ValidationLimits`` has it. What is `nil` is
    /// as there by default.
    public struct Limits: Sendable, Hashable {
      /// The most bytes that are read; larger content is not validated.
      public var contentSize: ByteCount?
      /// The most bytes of a decoded image with all its frames.
      public var decodedSize: ByteCount?
      /// The most frames of an image.
      public var frames: Int?
      /// The most objects of a PDF.
      public var objects: Int?
      /// The most entries of an archive.
      public var entries: Int?
      /// The most bytes of an archive's entries together.
      public var expandedSize: ByteCount?
      /// How many times larger an archive may be once it is unpacked.
      public var ratio: Int?
      /// The longest time for one document.
      public var time: Duration?

      /// Makes caps that are all as by default.
      public init() {}
    }
  }
}

extension ValidationLimits {
  /// The limits of a contract, with all else as by default.
  public init(_ limits: InputContract.Validation.Limits) {
    self.init()
    if let size = limits.contentSize { contentSize = size }
    if let size = limits.decodedSize { decodedSize = size }
    if let count = limits.frames { frames = count }
    if let count = limits.objects { objects = count }
    if let count = limits.entries { entries = count }
    if let size = limits.expandedSize { expandedSize = size }
    if let ratio = limits.ratio { self.ratio = ratio }
    if let time = limits.time { self.time = time }
  }
}
