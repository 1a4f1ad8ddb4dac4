public import IntakeModel
public import UniformTypes

/// Where the chain broke on which a share reaches the app that should show it.
///
/// Walks the links in their order, and stops at the first that is broken. A link of which nothing is known does
/// not stop the walk. It holds no content of the share (P10).
public struct Diagnosis: Sendable, Hashable {
  /// The share whose chain was walked.
  public let share: ShareID
  /// How the record came about.
  public let origin: ShareRecord.Origin
  /// The links in order, up to the broken one, or all.
  public let steps: [Step]

  /// Whether no link is known to be broken.
  public var isWhole: Bool { broken == nil }

  /// The link that is broken.
  public var broken: Step? { steps.last.flatMap { $0.verdict == .broken ? $0 : nil } }

  /// One link of the chain.
  public struct Step: Sendable, Hashable {
    /// Which link it is.
    public let link: Link
    /// What is known of the link. After a broken one no step follows.
    public let verdict: Verdict
    /// What the record, the rule, the contract and the entitlements say of it.
    public let seen: [String]
    /// What is excluded by that as the cause.
    public let excluded: [String]
    /// What to do next; empty where there is nothing to do.
    public let advice: [String]
  }

  /// The links, in the order in which a share passes them.
  public enum Link: String, Sendable, CaseIterable, Hashable {
    /// Does the extension appear, and was something chosen?
    case appearance
    /// Does a declared type match what is accepted?
    case matching
    /// Did the source deliver?
    case loading
    /// Was the copy completed within the callback?
    case copying
    /// Is what was handed over the copy?
    case handover
    /// Can the app read it?
    case reading

    /// What is asked at the link.
    public var question: String {
      switch self {
      case .appearance: "Does the extension appear?"
      case .matching: "Does a declared type match?"
      case .loading: "Did the source deliver?"
      case .copying: "Was the copy completed within the callback?"
      case .handover: "Is what was handed over the copy?"
      case .reading: "Can the app read it?"
      }
    }
  }

  /// What is known of a link.
  public enum Verdict: String, Sendable, CaseIterable, Hashable {
    /// Nothing went wrong at it.
    case sound
    /// The share got no further than this link.
    case broken
    /// Neither the record nor anything else that was given tells.
    case unknown
  }
}

extension Diagnosis.Link: Comparable {
  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Whether a share passes `left` first.
  public static func < (left: Self, right: Self) -> Bool { left.place < right.place }
}

extension Diagnosis {
  /// Walks the chain of one share.
  ///
  /// - Parameters:
  ///   - record: The share; records of one share are made one by ``ShareRecord/joining(_:)``.
  ///   - contract: What is accepted, and what its row promises: what it refuses on purpose is no broken link.
  ///   - rule: The activation rule of the extension.
  ///   - entitlements: Those of the extension and of the app.
  ///   - registry: With the app's own types, where it declares any.
  /// - Complexity: O(*n*) look-ups for *n* declared types, times the accepted ones; what the rule costs; and
  ///   O(*r*) for *r* rows of the contract.
  public init(
    of record: ShareRecord, contract: InputContract? = nil, rule: ActivationRule? = nil,
    entitlements: (extension: AppEntitlements, host: AppEntitlements)? = nil,
    registry: TypeRegistry = .standard
  ) {
    self.init(
      of: record, rows: contract.map { RowIndex($0, registry) }, rule: rule,
      entitlements: entitlements, registry: registry)
  }

  /// The same, for many shares: the rows of the contract are looked through once.
  package init(
    of record: ShareRecord, rows: RowIndex?, rule: ActivationRule?,
    entitlements: (extension: AppEntitlements, host: AppEntitlements)?, registry: TypeRegistry
  ) {
    let groups = entitlements.map {
      SharedGroups(
        extensionGroups: $0.extension.applicationGroups, hostGroups: $0.host.applicationGroups)
    }
    let walk = DiagnosisWalk(
      record: record, rows: rows, rule: rule, groups: groups, registry: registry)
    share = record.id
    origin = record.origin
    steps = walk.steps()
  }
}
