public import UniformTypes

/// The syntax tree of a rule in the predicate form, as far as activation rules need `NSPredicate`.
///
/// Chains of `AND` and of `OR` are one node each, so that a rule that names a hundred types is no
/// deeper than one that names two. Parentheses that change nothing leave no trace.
public indirect enum ActivationPredicate: Sendable, Hashable {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case constant(Bool, SourceSpan = .none)
  /// A comparison of two numbers, such as `extensionItems.@count == 1`.
  case comparison(CountComparison)
  /// A test of type identifiers, such as `ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "x"`.
  case typeTest(TypeTest)
  /// `NOT`.
  case negation(ActivationPredicate, SourceSpan = .none)
  /// Two or more parts joined by `AND`.
  case conjunction([ActivationPredicate])
  /// Two or more parts joined by `OR`.
  case disjunction([ActivationPredicate])

  /// Where it stands in its text, from its first to its last part.
  public var span: SourceSpan {
    switch self {
    case .constant(_, let span), .negation(_, let span): span
    case .comparison(let comparison): comparison.span
    case .typeTest(let test): test.span
    case .conjunction(let parts), .disjunction(let parts):
      SourceSpan(parts.first?.span.start ?? 0, parts.last?.span.end ?? 0)
    }
  }
}

/// A comparison of two numbers.
public struct CountComparison: Sendable, Hashable {
  /// The number before the operator.
  public var left: CountOperand
  /// How the left number has to stand to the right one.
  public var relation: CountRelation
  /// The number behind the operator.
  public var right: CountOperand
  /// Where the comparison stands in the text of the rule.
  public var span: SourceSpan

  /// Makes a comparison. One that was put together in code has no span.
  public init(
    _ left: CountOperand, _ relation: CountRelation, _ right: CountOperand,
    span: SourceSpan = .none
  ) {
    self.left = left
    self.relation = relation
    self.right = right
    self.span = span
  }
}

/// A number: written out, or the count of a collection.
public indirect enum CountOperand: Sendable, Hashable {
  /// A whole number that the rule itself names; it may be negative.
  case number(Int)
  /// `….@count`.
  case count(RuleCollection)
}

/// How two numbers are compared.
public enum CountRelation: String, Sendable, Hashable, CaseIterable {
  /// Both numbers are the same.
  case equal = "=="
  /// The numbers are not the same.
  case notEqual = "!="
  /// The left number is below the right one.
  case less = "<"
  /// The left number is not above the right one.
  case lessOrEqual = "<="
  /// The left number is above the right one.
  case greater = ">"
  /// The left number is not below the right one.
  case greaterOrEqual = ">="

  /// Whether `left` stands so to `right`.
  public func holds(_ left: Int, _ right: Int) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  /// The relation with its sides swapped: `2 < x` is `x > 2`.
  public var mirrored: CountRelation {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

/// Something that a rule can count, or whose members it can look at.
public indirect enum RuleCollection: Sendable, Hashable {
  /// `extensionItems`: the items of the share, everywhere in a rule.
  case extensionItems
  /// `$item.attachments`: the attachments of the item that a variable stands for.
  case attachments(of: String)
  /// `$attachment.registeredTypeIdentifiers`: the types that an attachment declares.
  case registeredTypeIdentifiers(of: String)
  /// `SUBQUERY(…)`.
  case subquery(Subquery)

  /// What it holds.
  public var element: Element {
    switch self {
    case .extensionItems: .item
    case .attachments: .attachment
    case .registeredTypeIdentifiers: .typeIdentifier
    case .subquery(let subquery): subquery.collection.element
    }
  }

  /// What a collection holds, and what a variable stands for.
  public enum Element: Sendable, Hashable {
    /// An extension item of the share.
    case item
    /// An attachment of an item.
    case attachment
    /// A type identifier that an attachment declares.
    case typeIdentifier
  }
}

/// `SUBQUERY(collection, $variable, predicate)`: the members of the collection for which the
/// predicate holds.
public struct Subquery: Sendable, Hashable {
  /// Where the members are looked for.
  public var collection: RuleCollection
  /// The name without the dollar sign.
  public var variable: String
  /// What has to hold for a member, which stands in it as the variable.
  public var predicate: ActivationPredicate

  /// Makes a subquery; the name of its variable is given without the dollar sign.
  public init(
    of collection: RuleCollection, as variable: String, where predicate: ActivationPredicate
  ) {
    self.collection = collection
    self.variable = variable
    self.predicate = predicate
  }
}

/// A test of type identifiers.
public struct TypeTest: Sendable, Hashable {
  /// Which identifiers are tested, and how many of them have to pass.
  public var subject: Subject
  /// Whether an identifier has to conform to the type, or to equal it.
  public var relation: Relation
  /// The type that the identifiers are held against.
  public var type: TypeIdentifier
  /// Where the test stands in the text of the rule.
  public var span: SourceSpan
  /// Where the type stands, with its quotation marks.
  public var typeSpan: SourceSpan

  /// Makes a test. One that was put together in code has no spans.
  public init(
    _ subject: Subject, _ relation: Relation, _ type: TypeIdentifier, span: SourceSpan = .none,
    typeSpan: SourceSpan = .none
  ) {
    self.subject = subject
    self.relation = relation
    self.type = type
    self.span = span
    self.typeSpan = typeSpan
  }

  /// What is tested.
  public indirect enum Subject: Sendable, Hashable {
    /// The members of a collection of type identifiers.
    case members(Quantifier, of: RuleCollection)
    /// The one type identifier that a variable stands for.
    case variable(String)
  }

  /// How many of the members have to pass. `SOME` is read as `ANY`, which it means.
  public enum Quantifier: String, Sendable, Hashable, CaseIterable {
    /// At least one has to pass; not true of no members at all.
    case any = "ANY"
    /// Also true of no members at all.
    case all = "ALL"
    /// No member may pass. Also true of no members at all.
    case none = "NONE"
  }

  /// What is asked of an identifier.
  public enum Relation: String, Sendable, Hashable, CaseIterable {
    /// The same type, or one that conforms to it over any number of steps.
    case conforms = "UTI-CONFORMS-TO"
    /// The same type, whatever the case of its letters.
    case equals = "UTI-EQUALS"
  }
}
