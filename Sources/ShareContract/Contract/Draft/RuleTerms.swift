import IntakeModel
import UniformTypes

/// What an activation rule names, as far as a contract can begin with it.
struct RuleTerms {
  /// The types that it asks for, in its order; those that it only excludes are not among them.
  private(set) var accepted: [TypeIdentifier] = []
  /// The types that it excludes.
  private(set) var refused: [TypeIdentifier] = []
  /// The most attachments for which it can hold, where it says so.
  private(set) var count: Int?
  /// Whether it asks for no type at all, so that any file was put in place of one.
  private(set) var isOpen = false

  init(_ rule: ActivationRule?) {
    switch rule {
    case .predicate(let predicate): read(predicate, isNegated: false)
    case .dictionary(let dictionary): read(dictionary)
    case nil: break
    }
    refused.removeAll { accepted.contains($0) }
    if accepted.isEmpty {
      isOpen = true
      accepted = SelectionRule.anyFile.accepted.map(\.type)
    }
    sortLinksLast()
    // More than a contract has is more than anybody meant.
    accepted = Array(accepted.prefix(ContractReading.maximumTypes))
    refused = Array(refused.prefix(ContractReading.maximumTypes))
  }

  /// Sources add links and text to what they share, so that these come last: otherwise the link would be taken
  /// for the file.
  private mutating func sortLinksLast() {
    let registry = TypeRegistry.standard
    func weight(_ type: TypeIdentifier) -> Int {
      if registry.conforms(type, to: .url) { return 2 }
      return [.text, .plainText, "public.utf8-plain-text"].contains(type) ? 1 : 0
    }
    accepted = (0...2).flatMap { group in accepted.filter { weight($0) == group } }
  }

  private mutating func add(_ type: TypeIdentifier, isNegated: Bool) {
    guard type.isWellFormed else { return }
    if isNegated {
      if !refused.contains(type) { refused.append(type) }
    } else if !accepted.contains(type) {
      accepted.append(type)
    }
  }

  // MARK: The dictionary form

  private mutating func read(_ dictionary: ActivationDictionary) {
    for kind in dictionary.supportedKinds {
      for type in Self.types(of: kind) { add(type, isNegated: false) }
    }
    let maximums = dictionary.supportedKinds.map { dictionary.maximums[$0, default: 0] }
    // The kinds may be mixed. Text has no maximum.
    let sum = maximums.reduce(0) { sum, maximum in
      let (total, overflow) = sum.addingReportingOverflow(maximum)
      return overflow ? .max : total
    }
    let count = min(dictionary.maximumCount ?? .max, maximums.isEmpty ? .max : sum)
    if count > 0, count < .max { self.count = count }
  }

  private static func types(of kind: AttachmentKind) -> [TypeIdentifier] {
    switch kind {
    case .webPage: [.propertyList]
    case .image: [.image]
    case .movie: [.movie]
    case .webURL: [.url]
    case .text: [.text]
    // Any data does not reach text.
    case .file: [.data, .text]
    }
  }

  // MARK: The predicate form

  // Recurses as deep as the predicate, which the parser bounds.
  private mutating func read(_ predicate: ActivationPredicate, isNegated: Bool) {
    switch predicate {
    case .constant: break
    case .negation(let part, _): read(part, isNegated: !isNegated)
    case .conjunction(let parts), .disjunction(let parts):
      for part in parts { read(part, isNegated: isNegated) }
    case .typeTest(let test):
      var excludes = false
      if case .members(.none, _) = test.subject { excludes = true }
      add(test.type, isNegated: isNegated != excludes)
      if case .members(_, let collection) = test.subject { read(collection, isNegated: isNegated) }
    case .comparison(let comparison): read(comparison, isNegated: isNegated)
    }
  }

  private mutating func read(_ comparison: CountComparison, isNegated: Bool) {
    guard case .count(let collection) = comparison.left else {
      guard case .count = comparison.right else { return }
      return read(
        CountComparison(comparison.right, comparison.relation.mirrored, comparison.left),
        isNegated: isNegated)
    }
    guard case .number(let number) = comparison.right else {
      // Two counts, such as that of the images and that of all attachments.
      read(collection, isNegated: isNegated)
      if case .count(let other) = comparison.right { read(other, isNegated: isNegated) }
      return
    }
    // Where it holds for none and not for one, what is counted is excluded.
    let excludes = comparison.relation.holds(0, number) && !comparison.relation.holds(1, number)
    read(collection, isNegated: isNegated != excludes)
    guard !isNegated, !excludes, collection.element == .attachment else { return }
    let most: Int? =
      switch comparison.relation {
      case .equal, .lessOrEqual: number
      case .less: number - 1
      default: nil
      }
    if let most, most > 0 { count = max(count ?? 0, most) }
  }

  private mutating func read(_ collection: RuleCollection, isNegated: Bool) {
    guard case .subquery(let subquery) = collection else { return }
    read(subquery.collection, isNegated: isNegated)
    read(subquery.predicate, isNegated: isNegated)
  }
}
