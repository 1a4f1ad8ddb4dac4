public import UniformTypes

/// Which of the declared representations to load, in which order, and why.
///
/// A pure function of what is declared, what is accepted, and the known types, so that a choice can be
/// replayed from a record.
public struct Selection: Sendable, Hashable {
  /// What to try, the best first.
  public let candidates: [Candidate]
  /// What is not tried, in the declared order.
  public let rejected: [Rejection]

  package init(candidates: [Candidate], rejected: [Rejection]) {
    self.candidates = candidates
    self.rejected = rejected
  }

  /// A representation that is worth trying.
  public struct Candidate: Sendable, Hashable {
    /// What the source declared, as it is loaded.
    public let representation: Representation
    /// The accepted type that it matched; `nil` for a directory that is stored as a zip.
    public let accepted: TypeIdentifier?
    /// Whether its type names a format, and not only a kind of content.
    public let isConcrete: Bool
    /// The most bytes that the accepted type allows, where it says so.
    public let maximumSize: ByteCount?
    /// Its place in the declared order, from zero.
    public let declaredPlace: Int
  }

  /// A representation that is not tried.
  public struct Rejection: Sendable, Hashable {
    /// What the source declared.
    public let representation: Representation
    /// What speaks against it.
    public let reason: Reason
    /// Its place in the declared order, from zero.
    public let declaredPlace: Int
  }

  /// Why a representation is not tried.
  public enum Reason: Sendable, Hashable {
    /// Nothing is known of the type, and it is not accepted by its name.
    case unknownType
    /// The type is known, and conforms to no accepted type.
    case notAccepted
    /// Only a type above links or text is accepted, and nothing asks for those: the type is one of them.
    case onlyOnRequest(TypeIdentifier)
    /// It is accepted, but not when it is delivered like this.
    case delivery(Representation.Delivery)
    /// It is explicitly refused.
    case refused(RefusedType)
    /// It is a directory or package, and those are refused.
    case directory
    /// The same type was declared before.
    case duplicate
  }
}

extension Selection {
  /// Types that a more general accepted type does not reach.
  ///
  /// `public.file-url` conforms to `public.url`, which conforms to `public.data`: "any data" would take a
  /// link for the file. Text is offered beside files, and "any data" would take a caption for the document.
  private static let onlyOnRequest: [TypeIdentifier] = ["public.url", "public.text"]

  private static let directory: TypeIdentifier = "public.directory"

  /// Ranks `declared` by the preference of the accepted type, then concrete before abstract, then the
  /// declared order, which is the source's order of fidelity.
  ///
  /// - Complexity: O(*d* · *a*) look-ups for *d* declared and *a* accepted types, and O(*d* log *d*).
  public static func choose(
    from declared: [Representation], by rule: SelectionRule, in registry: TypeRegistry
  ) -> Selection {
    var ranked: [(preference: Int, candidate: Candidate)] = []
    var rejected: [Rejection] = []
    for (place, representation) in declared.enumerated() {
      let isRepeated = declared[..<place].contains {
        $0.type == representation.type && $0.delivery == representation.delivery
      }
      switch isRepeated ? .rejected(.duplicate) : judge(representation, by: rule, in: registry) {
      case .accepted(let preference):
        let accepted = preference.map { rule.accepted[$0] }
        let candidate = Candidate(
          representation: representation, accepted: accepted?.type,
          isConcrete: registry.isConcrete(representation.type),
          maximumSize: accepted?.maximumSize, declaredPlace: place)
        ranked.append((preference ?? rule.accepted.count, candidate))
      case .rejected(let reason):
        rejected.append(
          Rejection(representation: representation, reason: reason, declaredPlace: place))
      }
    }
    ranked.sort {
      ($0.preference, $0.candidate.isConcrete ? 0 : 1, $0.candidate.declaredPlace)
        < ($1.preference, $1.candidate.isConcrete ? 0 : 1, $1.candidate.declaredPlace)
    }
    return Selection(candidates: ranked.map(\.candidate), rejected: rejected)
  }

  private enum Verdict {
    /// With the place of the accepted type; none for a directory that is stored as a zip.
    case accepted(Int?)
    case rejected(Reason)
  }

  private static func judge(
    _ representation: Representation, by rule: SelectionRule, in registry: TypeRegistry
  ) -> Verdict {
    let type = representation.type
    let takes = { (accepted: AcceptedType) in
      accepted.deliveries?.contains(representation.delivery) ?? true
    }
    let named = rule.accepted.firstIndex { $0.type == type }
    if let named, takes(rule.accepted[named]) { return .accepted(named) }
    if named == nil, let refused = refusal(of: type, by: rule, in: registry) {
      return .rejected(.refused(refused))
    }
    if registry.conforms(type, to: directory) {
      return rule.directories == .zip ? .accepted(nil) : .rejected(.directory)
    }
    guard type.isDynamic || registry.knows(type) || named != nil else {
      return .rejected(.unknownType)
    }
    var reason = Reason.notAccepted
    for (place, accepted) in rule.accepted.enumerated()
    where registry.conforms(type, to: accepted.type) {
      if let guarded = guardedType(type, below: accepted.type, in: registry) {
        reason = .onlyOnRequest(guarded)
      } else if takes(accepted) {
        return .accepted(place)
      } else {
        reason = .delivery(representation.delivery)
      }
    }
    if named != nil { reason = .delivery(representation.delivery) }
    return .rejected(reason)
  }

  /// The type between `type` and `accepted` that has to be asked for.
  private static func guardedType(
    _ type: TypeIdentifier, below accepted: TypeIdentifier, in registry: TypeRegistry
  ) -> TypeIdentifier? {
    onlyOnRequest.first { guarded in
      registry.conforms(type, to: guarded) && isAbove(accepted, guarded, in: registry)
    }
  }

  private static func isAbove(
    _ type: TypeIdentifier, _ other: TypeIdentifier, in registry: TypeRegistry
  ) -> Bool {
    type != other && registry.conforms(other, to: type)
  }
}
