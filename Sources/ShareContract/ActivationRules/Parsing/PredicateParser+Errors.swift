import IntakeModel

/// What is said of a text that is no activation rule.
extension PredicateParser {
  /// The token at hand is not what belongs there.
  func expected(_ what: String) -> PredicateSyntaxError {
    lexer.error("expected \(what), found \(token.name)", at: token.span.start)
  }

  /// The token at hand is known to `NSPredicate`, but not to activation rules as they are read here.
  func unsupported(_ what: String, _ advice: String) -> PredicateSyntaxError {
    lexer.error("\(what) is unsupported in activation rules; \(advice)", at: token.span.start)
  }

  /// Something else is expected than the token at hand, which may be a thing of `NSPredicate`.
  func unsupportedOr(_ what: String) -> PredicateSyntaxError {
    switch token.kind {
    case .mark("%"):
      return unsupported("a format argument", "write what stands for it into the rule")
    case .mark("{"): return unsupported("a list of values", "join several tests with OR")
    case .mark("["):
      return unsupported("an index or an option of a comparison", "leave the brackets out")
    case .mark("+"), .mark("-"), .mark("*"), .mark("/"):
      return unsupported("arithmetic with \(token.name)", "compare with a number")
    case .mark("?"), .mark(":"), .mark("#"), .mark("^"):
      return unsupported("the mark \(token.name)", "leave it out")
    case .word(let word):
      let keyword = word.uppercased()
      if Self.otherOperators.contains(keyword) {
        return unsupported(
          "the operator \(token.name)", "types are tested with UTI-CONFORMS-TO and UTI-EQUALS")
      }
      if Self.otherValues.contains(keyword) {
        return unsupported("the value \(token.name)", "a rule looks at types and counts only")
      }
      // SUBQUERY is written like a call, and so are its misspellings.
      let isSubquery = Suggestion.nearest(to: keyword, among: ["SUBQUERY"]) != nil
      if Self.functions.contains(keyword) || (isCall && !isSubquery) {
        return unsupported("the function \(token.name)", "count with SUBQUERY(…).@count")
      }
      return expected(what + suggestion(for: word))
    default: return expected(what)
    }
  }

  func unknownVariable(_ name: String) -> PredicateSyntaxError {
    let known = variables.map { "$\($0.name)" }
    let advice =
      known.isEmpty
      ? "no SUBQUERY around names a variable"
      : "the SUBQUERYs around name \(known.joined(separator: ", "))"
    return lexer.error("\(token.name) is no variable here; \(advice)", at: token.span.start)
  }

  private var isCall: Bool {
    index + 1 < tokens.count && tokens[index + 1].kind == .mark("(")
  }

  private func suggestion(for word: String) -> String {
    let known = ["extensionItems", "SUBQUERY", "TRUEPREDICATE", "FALSEPREDICATE", "ANY", "ALL"]
    guard let nearest = Suggestion.nearest(to: word, among: known), nearest != word else {
      return ""
    }
    return " ('\(nearest)' may be meant)"
  }

  private static let otherOperators: Set = [
    "BEGINSWITH", "BETWEEN", "CONTAINS", "ENDSWITH", "IN", "LIKE", "MATCHES", "TOKENMATCHES",
  ]
  private static let otherValues: Set = [
    "FALSE", "FIRST", "LAST", "NIL", "NO", "NULL", "SELF", "SIZE", "TRUE", "YES",
  ]
  private static let functions: Set = ["CAST", "FETCH", "FUNCTION", "TERNARY"]
}
