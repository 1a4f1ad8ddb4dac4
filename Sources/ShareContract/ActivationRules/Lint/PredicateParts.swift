/// The parts of a predicate that are looked at one by one, in the order of its text.
struct PredicateParts {
  /// A comparison.
  struct ComparisonPart {
    let comparison: CountComparison
    /// Whether it stands within an even number of `NOT`s.
    let isAffirmed: Bool
  }

  /// A test of types.
  struct TestPart {
    let test: TypeTest
    let isAffirmed: Bool
  }

  private(set) var comparisons: [ComparisonPart] = []
  private(set) var tests: [TestPart] = []
  private(set) var trueConstants: [SourceSpan] = []

  init(_ predicate: ActivationPredicate) { add(predicate, isAffirmed: true) }

  private mutating func add(_ predicate: ActivationPredicate, isAffirmed: Bool) {
    switch predicate {
    case .constant(let value, let span): if value == isAffirmed { trueConstants.append(span) }
    case .comparison(let comparison):
      comparisons.append(ComparisonPart(comparison: comparison, isAffirmed: isAffirmed))
      add(comparison.left, isAffirmed)
      add(comparison.right, isAffirmed)
    case .typeTest(let test):
      tests.append(TestPart(test: test, isAffirmed: isAffirmed))
      if case .members(_, let collection) = test.subject { add(collection, isAffirmed) }
    case .negation(let part, _): add(part, isAffirmed: !isAffirmed)
    case .conjunction(let parts), .disjunction(let parts):
      for part in parts { add(part, isAffirmed: isAffirmed) }
    }
  }

  private mutating func add(_ operand: CountOperand, _ isAffirmed: Bool) {
    if case .count(let collection) = operand { add(collection, isAffirmed) }
  }

  private mutating func add(_ collection: RuleCollection, _ isAffirmed: Bool) {
    guard case .subquery(let subquery) = collection else { return }
    add(subquery.collection, isAffirmed)
    add(subquery.predicate, isAffirmed: isAffirmed)
  }
}

extension CountComparison {
  /// What is counted and how it is compared, with the count on the left.
  struct Counted {
    let collection: RuleCollection
    let relation: CountRelation
    /// The number that it is compared with, where that is written out.
    let number: Int?
  }

  /// `nil` if nothing is counted.
  var counted: Counted? {
    switch (left, right) {
    case (.count(let collection), .number(let number)):
      Counted(collection: collection, relation: relation, number: number)
    case (.number(let number), .count(let collection)):
      Counted(collection: collection, relation: relation.mirrored, number: number)
    case (.count(let collection), .count):
      Counted(collection: collection, relation: relation, number: nil)
    case (.number, .number): nil
    }
  }
}
