import IntakeTesting
import ShareContract

/// Makes predicates and shares at random, the same for the same seed.
struct RandomPredicates {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private var variables: [(name: String, element: RuleCollection.Element)] = []

  static let types: [TypeIdentifier] = [
    "public.image", "public.jpeg", "com.adobe.pdf", "public.url", "public.data", "public.text",
    "com.example.unknown", "odd \"\\'\n\t type",
  ]

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  /// A predicate of at most `depth` levels.
  mutating func predicate(depth: Int) -> ActivationPredicate {
    switch depth > 0 ? number(0...7) : number(0...2) {
    case 0: return .constant(number(0...1) == 0)
    case 1, 6, 7:
      return .comparison(
        CountComparison(
          operand(depth: depth - 1), pick(CountRelation.allCases), operand(depth: depth - 1)))
    case 2: return typeTest(depth: depth - 1) ?? .constant(true)
    case 3: return .negation(predicate(depth: depth - 1))
    case 4: return .conjunction(parts(depth: depth - 1))
    default: return .disjunction(parts(depth: depth - 1))
    }
  }

  /// Parts that read back as parts: a chain within a chain of the same kind needs parentheses, which
  /// the printer has to see.
  private mutating func parts(depth: Int) -> [ActivationPredicate] {
    (0..<number(2...4)).map { _ in predicate(depth: depth) }
  }

  private mutating func operand(depth: Int) -> CountOperand {
    number(0...2) == 0 ? .number(number(-2...4)) : .count(collection(depth: depth))
  }

  private mutating func collection(depth: Int) -> RuleCollection {
    if depth > 0, number(0...2) > 0 {
      let collection = collection(depth: depth - 1)
      // Names come again, so that inner ones hide outer ones.
      let name = pick(["a", "b", "item", "é"])
      variables.append((name, collection.element))
      let predicate = predicate(depth: depth - 1)
      variables.removeLast()
      return .subquery(Subquery(of: collection, as: name, where: predicate))
    }
    return visible(.attachment).map { .registeredTypeIdentifiers(of: $0) }
      ?? visible(.item).map { .attachments(of: $0) } ?? .extensionItems
  }

  private mutating func typeTest(depth: Int) -> ActivationPredicate? {
    let relation = pick(TypeTest.Relation.allCases)
    if let name = visible(.typeIdentifier) {
      return .typeTest(TypeTest(.variable(name), relation, pick(Self.types)))
    }
    guard let name = visible(.attachment) else { return nil }
    return .typeTest(
      TypeTest(
        .members(pick(TypeTest.Quantifier.allCases), of: .registeredTypeIdentifiers(of: name)),
        relation, pick(Self.types)))
  }

  /// A variable that stands for such an element, now and then.
  private mutating func visible(_ element: RuleCollection.Element) -> String? {
    let names = Set(variables.map(\.name)).sorted().filter { name in
      variables.last { $0.name == name }?.element == element
    }
    return names.isEmpty || number(0...4) == 0 ? nil : pick(names)
  }

  mutating func share() -> [SharedItem] {
    (0..<number(0...3)).map { _ in
      SharedItem(
        attachments: (0..<number(0...3)).map { _ in
          (0..<number(0...3)).map { _ in pick(Self.types) }
        })
    }
  }

  /// A copy of a text with a few bytes changed, cut out or put in twice.
  mutating func mutate(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<number(1...4) where !bytes.isEmpty {
      let place = number(0...bytes.count - 1)
      switch number(0...4) {
      case 0: bytes[place] = UInt8(number(0...127))
      case 1: bytes.remove(at: place)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + number(1...30)))
      case 3:
        bytes.insert(
          contentsOf: bytes[place..<min(bytes.count, place + 30)], at: number(0...bytes.count))
      default: bytes.insert(pick(Array("()\"'$@.,!<>=&|{}%[]\\ 9".utf8)), at: place)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
