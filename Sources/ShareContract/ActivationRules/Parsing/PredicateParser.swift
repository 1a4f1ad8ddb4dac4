/// Reads a predicate from tokens, by recursive descent.
///
/// A parenthesis may open a predicate or a number, which is known only behind it. So both are read
/// by the same functions, and checked where one of them is needed: nothing is read twice.
struct PredicateParser {
  /// What has been read so far.
  enum Part {
    case predicate(ActivationPredicate)
    case operand(Operand, SourceSpan)
  }

  /// A part of a comparison.
  enum Operand {
    case number(Int)
    case text(String)
    case collection(RuleCollection)
    case count(RuleCollection)
    case variable(String, RuleCollection.Element)
  }

  let lexer: PredicateLexer
  let tokens: [PredicateToken]
  var index = 0
  private var depth = 0
  /// The variables of the `SUBQUERY`s around, innermost last.
  var variables: [(name: String, element: RuleCollection.Element)] = []

  init(_ text: String) throws(PredicateSyntaxError) {
    var lexer = PredicateLexer(text)
    tokens = try lexer.tokens()
    self.lexer = lexer
  }

  /// Reads the whole text.
  mutating func read() throws(PredicateSyntaxError) -> ActivationPredicate {
    if case .end = token.kind {
      throw expected(
        "a predicate, such as SUBQUERY(extensionItems, $item, …).@count > 0")
    }
    let predicate = try readPredicate()
    guard case .end = token.kind else { throw unsupportedOr("AND, OR or the end") }
    return predicate
  }

  // MARK: Predicates

  private mutating func readPredicate() throws(PredicateSyntaxError) -> ActivationPredicate {
    // In two steps: an argument that moves on would be read after `self` was, and the check would
    // look at the token before it.
    let part = try readDisjunction()
    return try predicate(part)
  }

  private mutating func readDisjunction() throws(PredicateSyntaxError) -> Part {
    let first = try readConjunction()
    guard case .or = token.kind else { return first }
    var parts = [try predicate(first)]
    while case .or = token.kind {
      index += 1
      let part = try readConjunction()
      parts.append(try predicate(part))
    }
    return .predicate(.disjunction(parts))
  }

  private mutating func readConjunction() throws(PredicateSyntaxError) -> Part {
    let first = try readNegation()
    guard case .and = token.kind else { return first }
    var parts = [try predicate(first)]
    while case .and = token.kind {
      index += 1
      let part = try readNegation()
      parts.append(try predicate(part))
    }
    return .predicate(.conjunction(parts))
  }

  private mutating func readNegation() throws(PredicateSyntaxError) -> Part {
    guard case .not = token.kind else { return try readComparison() }
    let start = token.span.start
    try descend()
    index += 1
    let part = try readNegation()
    let predicate = try predicate(part)
    depth -= 1
    return .predicate(.negation(predicate, SourceSpan(start, end)))
  }

  private mutating func readComparison() throws(PredicateSyntaxError) -> Part {
    let start = token.span.start
    if let quantifier = Self.quantifier(token) {
      index += 1
      return .predicate(try readMembersTest(quantifier, from: start))
    }
    let left = try readPrimary()
    switch token.kind {
    case .relation(let relation):
      guard case .operand(let leftOperand, let leftSpan) = left else { return left }
      let leftCount = try count(leftOperand, leftSpan)
      index += 1
      let rightCount = try readCount()
      return .predicate(
        .comparison(
          CountComparison(leftCount, relation, rightCount, span: SourceSpan(start, end))))
    case .typeRelation:
      guard case .operand(let operand, let span) = left else { return left }
      return .predicate(try readTypeTest(of: try subject(operand, span), from: start))
    default: return left
    }
  }

  private mutating func readMembersTest(
    _ quantifier: TypeTest.Quantifier, from start: Int
  ) throws(PredicateSyntaxError) -> ActivationPredicate {
    let place = token.span.start
    guard case .operand(.collection(let collection), _) = try readPrimary(),
      collection.element == .typeIdentifier
    else {
      throw lexer.error(
        "expected the types of an attachment behind \(quantifier.rawValue), such as "
          + "$attachment.registeredTypeIdentifiers", at: place)
    }
    if case .relation = token.kind {
      throw unsupported(
        "comparing types with \(token.name)", "they are tested with UTI-CONFORMS-TO and UTI-EQUALS")
    }
    return try readTypeTest(of: .members(quantifier, of: collection), from: start)
  }

  private mutating func readTypeTest(
    of subject: TypeTest.Subject, from start: Int
  ) throws(PredicateSyntaxError) -> ActivationPredicate {
    guard case .typeRelation(let relation) = token.kind else {
      throw unsupportedOr("UTI-CONFORMS-TO or UTI-EQUALS")
    }
    index += 1
    if case .mark("{") = token.kind {
      throw unsupported("a set of types", "a type test takes one type; join several with OR")
    }
    let place = token.span
    guard case .operand(.text(let type), _) = try readPrimary() else {
      throw lexer.error(
        "expected a type in quotation marks behind \(relation.rawValue), such as \"public.image\"",
        at: place.start)
    }
    return .typeTest(
      TypeTest(
        subject, relation, TypeIdentifier(type), span: SourceSpan(start, end),
        typeSpan: SourceSpan(place.start, end)))
  }

  // MARK: Primaries

  mutating func readPrimary() throws(PredicateSyntaxError) -> Part {
    let start = token
    switch start.kind {
    case .mark("("):
      try descend()
      index += 1
      let part = try readDisjunction()
      try take(")", "AND, OR or ')'")
      depth -= 1
      guard case .operand(let operand, _) = part else { return part }
      return try readPath(of: operand, from: start.span.start)
    case .mark("-"):
      index += 1
      guard case .number(let number) = token.kind else { throw expected("a number behind '-'") }
      index += 1
      return .operand(.number(-number), SourceSpan(start.span.start, end))
    case .number(let number):
      index += 1
      return .operand(.number(number), start.span)
    case .string(let text):
      index += 1
      return .operand(.text(text), start.span)
    case .variable(let name):
      guard let variable = variables.last(where: { $0.name == name }) else {
        throw unknownVariable(name)
      }
      index += 1
      return try readPath(of: .variable(name, variable.element), from: start.span.start)
    case .word where start.isKeyword("TRUEPREDICATE") || start.isKeyword("FALSEPREDICATE"):
      index += 1
      return .predicate(.constant(start.isKeyword("TRUEPREDICATE"), start.span))
    case .word where start.isKeyword("SUBQUERY"):
      try descend()
      index += 1
      let subquery = try readSubquery()
      depth -= 1
      return try readPath(of: .collection(.subquery(subquery)), from: start.span.start)
    case .word("extensionItems"):
      index += 1
      return try readPath(of: .collection(.extensionItems), from: start.span.start)
    default:
      throw unsupportedOr("SUBQUERY, ANY, extensionItems, a variable, a number or '('")
    }
  }

  private mutating func readSubquery() throws(PredicateSyntaxError) -> Subquery {
    try take("(", "'(' behind SUBQUERY")
    let place = token.span.start
    guard case .operand(.collection(let collection), _) = try readPrimary() else {
      throw lexer.error(
        "expected a collection as the first part of SUBQUERY: extensionItems, or such as "
          + "$item.attachments", at: place)
    }
    try take(",", "',' behind the collection")
    guard case .variable(let name) = token.kind else {
      throw expected("a variable as the second part of SUBQUERY, such as $attachment")
    }
    index += 1
    try take(",", "',' behind the variable")
    variables.append((name, collection.element))
    let predicate = try readPredicate()
    variables.removeLast()
    try take(")", "AND, OR or ')'")
    return Subquery(of: collection, as: name, where: predicate)
  }

  // MARK: Steps

  var token: PredicateToken { tokens[index] }

  /// The end of the last token that was read.
  var end: Int { index > 0 ? tokens[index - 1].span.end : 0 }

  mutating func take(_ mark: Character, _ what: String) throws(PredicateSyntaxError) {
    guard token.kind == .mark(mark) else { throw unsupportedOr(what) }
    index += 1
  }

  private mutating func descend() throws(PredicateSyntaxError) {
    depth += 1
    guard depth <= ActivationRule.maximumDepth else {
      throw lexer.error(
        "parentheses, NOT and SUBQUERY are nested deeper than \(ActivationRule.maximumDepth) "
          + "levels", at: token.span.start)
    }
  }

  private static func quantifier(_ token: PredicateToken) -> TypeTest.Quantifier? {
    if token.isKeyword("SOME") { return .any }
    return TypeTest.Quantifier.allCases.first { token.isKeyword($0.rawValue) }
  }
}

extension ActivationPredicate {
  /// Reads a predicate; see ``ActivationRule/init(predicate:)``.
  init(parsing text: String) throws(PredicateSyntaxError) {
    var parser = try PredicateParser(text)
    self = try parser.read()
  }
}
