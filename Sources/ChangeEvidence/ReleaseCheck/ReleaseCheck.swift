public import IntakeModel
public import ShareContract
public import UniformTypes

/// The list before a release: what has to be shown of a share extension, and by what it is.
///
/// A value that follows from its inputs alone.
public struct ReleaseCheck: Sendable, Hashable {
  /// Each question once, in a fixed order.
  public let lines: [Line]

  /// Whether all is shown.
  public var isGreen: Bool {
    lines.allSatisfy { if case .shown = $0.state { true } else { false } }
  }

  /// One line of the list.
  public struct Line: Sendable, Hashable {
    /// What has to be shown.
    public let question: Question
    /// Whether it is shown, with the witnesses, the reasons against it, or what is missing.
    public let state: State
  }

  /// Whether something is shown.
  public enum State: Sendable, Hashable {
    /// By these witnesses: rows, tests and records.
    case shown([String])
    /// For these reasons.
    case failed([String])
    /// Nothing speaks against it, and this is missing.
    case notShown([String])

    /// Such as `not-shown`.
    public var name: String {
      switch self {
      case .shown: "shown"
      case .failed: "failed"
      case .notShown: "not-shown"
      }
    }

    /// The witnesses, the reasons, or what is missing.
    public var details: [String] {
      switch self {
      case .shown(let texts), .failed(let texts), .notShown(let texts): texts
      }
    }
  }

  /// What has to be shown. The names are stable.
  public enum Question: String, Sendable, CaseIterable, Hashable {
    /// The types for which the extension appears are those that are supported.
    case declaredTypes = "declared-types"
    /// Each row of the contract holds.
    case matrix
    /// Every file is copied while its provider's callback runs.
    case copiedInCallback = "copied-in-callback"
    /// The host reads nothing but the copies in the authorised folder.
    case authorisedFolder = "authorised-folder"
    /// A refusal has a visible result.
    case refusals
    /// A cancellation has one.
    case cancellations
    /// A share of which only a part is taken has one.
    case partialFailures = "partial-failures"
    /// The groups are those of the last release, or a fresh installation was tested.
    case groupConfiguration = "group-configuration"

    /// The question as a sentence that should be true.
    public var sentence: String {
      switch self {
      case .declaredTypes: "The extension appears for what is supported, and for nothing else."
      case .matrix: "Each row of the contract holds."
      case .copiedInCallback: "Every file is copied inside its callback."
      case .authorisedFolder: "The host reads only from the authorised folder."
      case .refusals: "A refusal has a visible result."
      case .cancellations: "A cancellation has a visible result."
      case .partialFailures: "A share that is taken in part has a visible result."
      case .groupConfiguration:
        "The groups are unchanged, or were tested in a fresh installation."
      }
    }
  }

  /// What a release is judged by. What is `nil` is not known, and what follows from it is not shown.
  public struct Input: Sendable {
    /// The contract of what is to be released.
    public var contract: InputContract
    /// When the extension appears.
    public var rule: ActivationRule?
    /// The rows of the contract, judged by tests and records.
    public var matrix: TypeMatrix
    /// The records that the matrix was made of.
    public var records: [ShareRecord]
    /// The groups that the entitlements name.
    public var groups: [String]?
    /// The same of the last release.
    public var previousGroups: [String]?
    /// The known types, those of the app among them.
    public var registry: TypeRegistry

    /// Makes the input. What is left out is not known, and the types are the built-in ones.
    public init(
      contract: InputContract, rule: ActivationRule?, matrix: TypeMatrix, records: [ShareRecord],
      groups: [String]? = nil, previousGroups: [String]? = nil, registry: TypeRegistry = .standard
    ) {
      self.contract = contract
      self.rule = rule
      self.matrix = matrix
      self.records = records
      self.groups = groups
      self.previousGroups = previousGroups
      self.registry = registry
    }
  }

  /// Goes through the list.
  ///
  /// - Complexity: That of one decision of the rule for each row and each accepted type, and O(*n*) in the records.
  public init(_ input: Input) {
    let walk = ReleaseWalk(input)
    lines = Question.allCases.map { Line(question: $0, state: walk.state(of: $0)) }
  }
}
