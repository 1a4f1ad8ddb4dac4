public import IntakeModel
public import UniformTypes

/// An activation rule held against a contract: does the extension appear for what is promised, and
/// for nothing else?
public struct ContractRuleCheck: Sendable, Hashable {
  /// One row of the contract.
  public struct Row: Sendable, Hashable {
    /// Names the row within its contract.
    public let id: String
    /// The source application.
    public let source: RecordLabel
    /// What is shared, in the words of the contract.
    public let content: RecordLabel
    /// Whether the contract wants the extension to appear.
    public let expected: Bool
    /// What the rule decides.
    public let decision: ActivationDecision

    /// Whether the rule does what the contract wants. One that was not evaluated to its end does not.
    public var isGreen: Bool { decision.isComplete && decision.appears == expected }
  }

  /// The rows, in the order of the contract.
  public let rows: [Row]

  /// Whether every row is green. A contract without rows promises nothing that a rule could keep,
  /// and is not.
  public var isGreen: Bool { !rows.isEmpty && rows.allSatisfy(\.isGreen) }

  /// Asks the rule about the items of each row. The registry knows the types that the app declares.
  ///
  /// - Complexity: That of one decision for each row.
  public init(
    _ rule: ActivationRule, against contract: InputContract,
    in registry: TypeRegistry = .standard
  ) {
    rows = contract.rows.map { row in
      Row(
        id: row.id, source: row.source, content: row.content, expected: row.appears,
        decision: rule.decision(for: row.items, in: registry))
    }
  }
}
