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
    case .count(let collection): members(of: collection).count
    }
  }

  /// The members of a collection, in order.
  mutating func members(of collection: RuleCollection) -> [Value] {
    guard !isExhausted else { return [] }
    switch collection {
    case .extensionItems:
      steps += items.count
      return items.indices.map { .item($0) }
    case .attachments(let name):
      guard case .item(let item) = value(of: name) else { return [] }
      steps += items[item].attachments.count
      return items[item].attachments.indices.map { .attachment(item, $0) }
    case .registeredTypeIdentifiers(let name):
      let types = types(of: name)
      steps += types.count
      return types.map { .typeIdentifier($0) }
    case .subquery(let subquery):
      return members(of: subquery.collection).filter { holds(subquery, for: $0) }
    }
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
      let members = members(of: collection)
      for case .typeIdentifier(let type) in members where passes(type, test) {
        passing += 1
        if quantifier == .any { return true }
      }
      switch quantifier {
      case .any: return false
      case .all: return passing == members.count
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
