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
  public var left: CountOperand
  public var relation: CountRelation
  public var right: CountOperand
  public var span: SourceSpan

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
  case number(Int)
  /// `….@count`.
  case count(RuleCollection)
}

/// How two numbers are compared.
public enum CountRelation: String, Sendable, Hashable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
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
    case item
    case attachment
    case typeIdentifier
  }
}

/// `SUBQUERY(collection, $variable, predicate)`: the members of the collection for which the
/// predicate holds.
public struct Subquery: Sendable, Hashable {
  public var collection: RuleCollection
  /// The name without the dollar sign.
  public var variable: String
  public var predicate: ActivationPredicate

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
  public var subject: Subject
  public var relation: Relation
  public var type: TypeIdentifier
  public var span: SourceSpan
  /// Where the type stands, with its quotation marks.
  public var typeSpan: SourceSpan

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
    case any = "ANY"
    /// Also true of no members at all.
    case all = "ALL"
    case none = "NONE"
  }

  /// What is asked of an identifier.
  public enum Relation: String, Sendable, Hashable, CaseIterable {
    case conforms = "UTI-CONFORMS-TO"
    /// The same type, whatever the case of its letters.
    case equals = "UTI-EQUALS"
  }
}
