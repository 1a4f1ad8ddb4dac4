/// An activation rule: for which shares an extension appears in the menu.
///
/// The value of `NSExtensionActivationRule` in either of its forms. ``ExtensionPropertyList`` reads
/// it from a file, ``decision(for:in:)`` evaluates it, ``RuleLint`` looks for what commonly goes
/// wrong, and ``ContractRuleCheck`` holds it against a contract.
public enum ActivationRule: Sendable, Hashable {
  /// A predicate text.
  case predicate(ActivationPredicate)
  /// A dictionary of keys.
  case dictionary(ActivationDictionary)

  /// The most bytes of a predicate text: 64 KiB. The longest in public apps have some 4 KiB.
  public static let maximumLength = 64 << 10

  /// The most levels of parentheses, `NOT` and `SUBQUERY` together.
  ///
  /// Reading, printing and evaluating are recursive, and this bounds the stack. Rules in public
  /// apps have fewer than ten.
  public static let maximumDepth = 64

  /// Reads a rule in the predicate form.
  ///
  /// Understands what activation rules are made of: `SUBQUERY(…)`, `extensionItems`,
  /// `$item.attachments`, `$attachment.registeredTypeIdentifiers`, `@count` compared by `==`, `=`,
  /// `!=`, `<>`, `<`, `<=`, `=<`, `>`, `>=` or `=>` with a whole number or another count,
  /// `UTI-CONFORMS-TO` and `UTI-EQUALS` behind `ANY`, `SOME`, `ALL` or `NONE`, `AND`, `OR`, `NOT`,
  /// `&&`, `||`, `!`, `TRUEPREDICATE`, `FALSEPREDICATE` and parentheses. As in `NSPredicate`, white
  /// space and the case of keywords do not matter, `NOT` binds closer than `AND`, and `AND` closer
  /// than `OR`. Variables must stand for what the `SUBQUERY` that names them is about.
  ///
  /// - Throws: `DocumentError` with line and column within `text`, and with the byte offset and what
  ///   was expected there in its message. What `NSPredicate` knows and activation rules have no use
  ///   for is said to be unsupported, not malformed.
  /// - Complexity: O(*n*) in the length of the text, of which at most ``maximumLength`` bytes and
  ///   ``maximumDepth`` levels are read.
  public init(predicate text: String) throws(DocumentError) {
    do throws(PredicateSyntaxError) {
      self = .predicate(try ActivationPredicate(parsing: text))
    } catch {
      throw DocumentError(
        "byte \(error.offset): \(error.message)", at: .ofByte(error.offset, in: text.utf8))
    }
  }
}

extension ActivationRule: CustomStringConvertible {
  /// The rule as it stands in a property list: the text of the predicate, or the dictionary in XML.
  ///
  /// Reading it gives the same rule.
  public var description: String {
    switch self {
    case .predicate(let predicate): predicate.description
    case .dictionary(let dictionary): dictionary.description
    }
  }
}
