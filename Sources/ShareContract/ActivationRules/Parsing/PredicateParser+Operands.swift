/// What the parts of a comparison may be, and how paths lead to them.
extension PredicateParser {
  /// Reads the names behind dots, such as `.attachments` or `.@count`.
  mutating func readPath(of first: Operand, from start: Int) throws(PredicateSyntaxError) -> Part {
    var operand = first
    while case .mark(".") = token.kind {
      index += 1
      operand = try step(from: operand)
      index += 1
    }
    if case .mark("[") = token.kind {
      throw unsupported("an index", "compare counts instead, such as .@count > 0")
    }
    return .operand(operand, SourceSpan(start, end))
  }

  /// The operand that the name at hand leads to.
  private func step(from operand: Operand) throws(PredicateSyntaxError) -> Operand {
    switch (operand, token.kind) {
    case (.collection(let collection), .collectionOperator("count")): return .count(collection)
    case (.variable(let name, .item), .word("attachments")):
      return .collection(.attachments(of: name))
    case (.variable(let name, .attachment), .word("registeredTypeIdentifiers")):
      return .collection(.registeredTypeIdentifiers(of: name))
    case (.collection, .collectionOperator): throw unsupported(token.name, "only @count is")
    case (.collection(.extensionItems), .word("attachments")),
      (.collection, .word("registeredTypeIdentifiers")):
      throw unsupported(
        "\(token.name) of all members at once", "go through them with SUBQUERY(…, $each, …)")
    case (.variable(_, .item), .word), (.variable(_, .attachment), .word), (.collection, .word):
      throw unsupported(
        "the property \(token.name)", "a rule looks at \(known(behind: operand)) only")
    default: throw expected(known(behind: operand))
    }
  }

  private func known(behind operand: Operand) -> String {
    switch operand {
    case .collection: "'@count'"
    case .variable(_, .item): "'attachments'"
    case .variable(_, .attachment): "'registeredTypeIdentifiers'"
    default: "a comparison, since nothing can stand behind this dot"
    }
  }

  // MARK: Checks

  func predicate(_ part: Part) throws(PredicateSyntaxError) -> ActivationPredicate {
    switch part {
    case .predicate(let predicate): return predicate
    case .operand(let operand, let span):
      switch operand {
      case .collection(let collection) where collection.element != .typeIdentifier:
        throw lexer.error("expected '.@count' and a comparison, such as .@count > 0", at: span.end)
      case .collection:
        throw lexer.error(
          "expected '.@count' and a comparison, or ANY before the types and UTI-CONFORMS-TO "
            + "behind them", at: span.end)
      case .count, .number:
        throw unsupportedOr("a comparison, such as > 0")
      case .variable(let name, let element):
        let step =
          element == .typeIdentifier
          ? "UTI-CONFORMS-TO or UTI-EQUALS" : known(behind: .variable(name, element))
        throw lexer.error("expected \(step) behind '$\(name)'", at: span.end)
      case .text:
        throw lexer.error("expected a predicate and not a text", at: span.start)
      }
    }
  }

  mutating func readCount() throws(PredicateSyntaxError) -> CountOperand {
    let place = token.span.start
    guard case .operand(let operand, let span) = try readPrimary() else {
      throw lexer.error("expected a number or a count, and not a predicate", at: place)
    }
    return try count(operand, span)
  }

  func count(_ operand: Operand, _ span: SourceSpan) throws(PredicateSyntaxError) -> CountOperand {
    switch operand {
    case .number(let number): return .number(number)
    case .count(let collection): return .count(collection)
    case .collection(let collection) where collection.element != .typeIdentifier:
      throw lexer.error("expected '.@count' behind a collection that is compared", at: span.end)
    case .collection, .variable(_, .typeIdentifier), .text:
      throw lexer.error(
        "comparing texts is unsupported; types are compared with UTI-CONFORMS-TO and UTI-EQUALS, "
          + "numbers with \(CountRelation.allCases.map(\.rawValue).joined(separator: " "))",
        at: span.start)
    case .variable(let name, let element):
      throw lexer.error(
        "expected .\(element == .item ? "attachments" : "registeredTypeIdentifiers") behind "
          + "'$\(name)'", at: span.end)
    }
  }

  func subject(_ operand: Operand, _ span: SourceSpan) throws(PredicateSyntaxError)
    -> TypeTest.Subject
  {
    switch operand {
    case .variable(let name, .typeIdentifier): return .variable(name)
    case .collection(let collection) where collection.element == .typeIdentifier:
      throw lexer.error(
        "expected ANY, ALL or NONE before the types of an attachment, which are several",
        at: span.start)
    default:
      throw lexer.error("expected the types of an attachment before a type test", at: span.start)
    }
  }
}
