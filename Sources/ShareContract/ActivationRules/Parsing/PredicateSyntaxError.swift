/// Why a text is no activation rule.
struct PredicateSyntaxError: Error, Hashable {
  /// The byte of the text, from zero.
  let offset: Int
  /// What was found, what was expected, and what would help.
  let message: String
}
