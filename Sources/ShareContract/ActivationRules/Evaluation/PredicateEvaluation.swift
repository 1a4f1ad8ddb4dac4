import IntakeModel
import UniformTypes

/// Evaluates predicates over the items of a share.
struct PredicateEvaluation {
  /// What a variable stands for.
  enum Value {
    case item(Int)
    case attachment(Int, Int)
    case typeIdentifier(TypeIdentifier)
  }

  let items: [SharedItem]
  let registry: TypeRegistry
  /// The variables of the `SUBQUERY`s around, innermost last.
  var variables: [(name: String, value: Value)] = []
  private let maximumSteps: Int
  private(set) var steps = 0

  init(_ items: [SharedItem], _ registry: TypeRegistry, maximumSteps: Int) {
    self.items = items
    self.registry = registry
    self.maximumSteps = maximumSteps
  }

  /// Whether the limit of steps was met. What was evaluated then counts for nothing.
  var isExhausted: Bool { steps > maximumSteps }

  /// A new count of steps.
  func restarted() -> Self {
    var evaluation = self
    evaluation.steps = 0
    return evaluation
  }

  mutating func evaluate(_ predicate: ActivationPredicate) -> Bool {
    steps += 1
    guard !isExhausted else { return false }
    switch predicate {
    case .constant(let value, _): return value
    case .comparison(let comparison):
      let left = number(comparison.left)
      return comparison.relation.holds(left, number(comparison.right))
    case .typeTest(let test): return evaluate(test)
    case .negation(let part, _): return !evaluate(part)
    case .conjunction(let parts):
      for part in parts where !evaluate(part) { return false }
      return true
    case .disjunction(let parts):
      for part in parts where evaluate(part) { return true }
      return false
    }
  }

  mutating func number(_ operand: CountOperand) -> Int {
    switch operand {
    case .number(let number): number
    case .count(let collection): count(of: collection)
    }
  }

  /// How many members a collection has, none of which is kept.
  private mutating func count(of collection: RuleCollection) -> Int {
    guard case .subquery(let subquery) = collection else {
      return forEachMember(of: collection) { _, _ in false }
    }
    var count = 0
    forEachMember(of: subquery.collection) { evaluation, member in
      if evaluation.holds(subquery, for: member) { count += 1 }
      return true
    }
    return count
  }

  /// Goes through the members of a collection in order, until `body` says that it has seen enough.
  ///
  /// - Returns: How many members there are, seen or not.
  @discardableResult
  private mutating func forEachMember(
    of collection: RuleCollection, _ body: (inout Self, Value) -> Bool
  ) -> Int {
    guard !isExhausted else { return 0 }
    switch collection {
    case .extensionItems:
      steps += items.count
      for place in items.indices { guard body(&self, .item(place)) else { break } }
      return items.count
    case .attachments(let name):
      guard case .item(let item) = value(of: name) else { return 0 }
      let count = items[item].attachments.count
      steps += count
      for place in 0..<count { guard body(&self, .attachment(item, place)) else { break } }
      return count
    case .registeredTypeIdentifiers(let name):
      let types = types(of: name)
      steps += types.count
      for type in types { guard body(&self, .typeIdentifier(type)) else { break } }
      return types.count
    case .subquery:
      let members = members(of: collection)
      for member in members { guard body(&self, member) else { break } }
      return members.count
    }
  }

  /// The members of a collection, in order.
  mutating func members(of collection: RuleCollection) -> [Value] {
    var members: [Value] = []
    if case .subquery(let subquery) = collection {
      forEachMember(of: subquery.collection) { evaluation, member in
        if evaluation.holds(subquery, for: member) { members.append(member) }
        return true
      }
    } else {
      forEachMember(of: collection) { _, member in
        members.append(member)
        return true
      }
    }
    return members
  }

  /// Whether a member of the collection passes the `SUBQUERY`.
  mutating func holds(_ subquery: Subquery, for member: Value) -> Bool {
    variables.append((subquery.variable, member))
    defer { variables.removeLast() }
    return evaluate(subquery.predicate)
  }

  mutating func evaluate(_ test: TypeTest) -> Bool {
    switch test.subject {
    case .variable(let name):
      guard case .typeIdentifier(let type) = value(of: name) else { return false }
      return passes(type, test)
    case .members(let quantifier, let collection):
      var passing = 0
      let count = forEachMember(of: collection) { evaluation, member in
        guard case .typeIdentifier(let type) = member, evaluation.passes(type, test) else {
          return true
        }
        passing += 1
        return quantifier != .any
      }
      switch quantifier {
      case .any: return passing > 0
      case .all: return passing == count
      case .none: return passing == 0
      }
    }
  }

  private mutating func passes(_ type: TypeIdentifier, _ test: TypeTest) -> Bool {
    steps += 1
    return switch test.relation {
    case .conforms: registry.conforms(type, to: test.type)
    case .equals: type == test.type
    }
  }

  /// What a variable stands for; `nil` for one that nothing names, which no text that was read has.
  func value(of name: String) -> Value? {
    variables.last { $0.name == name }?.value
  }

  /// The types that the attachment declares for which a variable stands.
  func types(of name: String) -> [TypeIdentifier] {
    guard case .attachment(let item, let attachment) = value(of: name) else { return [] }
    return items[item].attachments[attachment]
  }
}
