/// One word or mark of a predicate text.
struct PredicateToken: Hashable {
  let kind: Kind
  let span: SourceSpan

  enum Kind: Hashable {
    /// A name or a keyword, as it is spelled.
    case word(String)
    /// `$name`, without the dollar sign.
    case variable(String)
    /// `@name`, without the at sign.
    case collectionOperator(String)
    case string(String)
    case number(Int)
    case relation(CountRelation)
    /// `UTI-CONFORMS-TO` or `UTI-EQUALS`.
    case typeRelation(TypeTest.Relation)
    case and
    case or
    case not
    /// A bracket, a comma, a dot, or what only other predicates have, such as `%`.
    case mark(Character)
    case end
  }

  /// What messages call it, shortened.
  var name: String {
    switch kind {
    case .word(let word): Quotation.of(word)
    case .variable(let name): Quotation.of("$" + name)
    case .collectionOperator(let name): Quotation.of("@" + name)
    case .string(let text): "the text \(Quotation.of(text))"
    case .number(let number): "the number \(number)"
    case .relation(let relation): "'\(relation.rawValue)'"
    case .typeRelation(let relation): "'\(relation.rawValue)'"
    case .and: "'AND'"
    case .or: "'OR'"
    case .not: "'NOT'"
    case .mark(let mark): "'\(mark)'"
    case .end: "the end"
    }
  }

  /// Whether it is this keyword, in any case of its letters.
  func isKeyword(_ keyword: String) -> Bool {
    guard case .word(let word) = kind else { return false }
    return word.utf8.count == keyword.utf8.count && word.uppercased() == keyword
  }
}
