/// Explains comparisons of counts.
extension PredicateExplainer {
  mutating func explain(_ comparison: CountComparison) -> ActivationExplanation {
    // The side that counts comes first, whichever side it was written on.
    var (left, right) = (comparison.left, comparison.right)
    var relation = comparison.relation
    if !left.isSubquery, right.isSubquery || left.isNumber && !right.isNumber {
      swap(&left, &right)
      relation = relation.mirrored
    }
    let leftNumber = evaluation.number(left)
    let rightNumber = evaluation.number(right)
    let holds = relation.holds(leftNumber, rightNumber)
    let wanted = right.isNumber ? "" : ", \(noun(of: right)),"
    let sentence =
      "\(counted(left, leftNumber)); \(relation.rawValue) \(rightNumber)\(wanted) is wanted"
    var parts: [ActivationExplanation] = []
    if case .count(.subquery(let subquery)) = left { parts = members(of: subquery) }
    return ActivationExplanation(holds, sentence, parts: parts, span: comparison.span)
  }

  /// Such as "1 of 2 attachments conforms to public.image".
  private mutating func counted(_ operand: CountOperand, _ number: Int) -> String {
    guard case .count(let collection) = operand else { return "\(number)" }
    guard case .subquery(let subquery) = collection else {
      return "there \(number == 1 ? "is" : "are") \(Self.amount(number, collection.element))"
    }
    let total = evaluation.members(of: subquery.collection).count
    let condition = Self.condition(subquery, isOne: number == 1 || total == 1)
    return "\(number) of \(Self.amount(total, collection.element)) \(condition)"
  }

  private mutating func noun(of operand: CountOperand) -> String {
    switch operand {
    case .number: ""
    case .count(.subquery(let subquery)):
      "the number of \(Self.noun(subquery.collection.element, 2)) that "
        + Self.condition(subquery, isOne: false)
    case .count(let collection): "the number of \(Self.noun(collection.element, 2))"
    }
  }

  /// What the members have to do, such as "conforms to public.image or public.movie".
  private static func condition(_ subquery: Subquery, isOne: Bool) -> String {
    if let types = conformedTypes(subquery.predicate, of: subquery.variable) {
      return "\(isOne ? "conforms" : "conform") to \(list(types, "or"))"
    }
    return isOne ? "meets the condition" : "meet the condition"
  }

  static func amount(_ number: Int, _ element: RuleCollection.Element) -> String {
    "\(number) \(noun(element, number))"
  }

  static func noun(_ element: RuleCollection.Element, _ number: Int) -> String {
    switch element {
    case .item: number == 1 ? "extension item" : "extension items"
    case .attachment: number == 1 ? "attachment" : "attachments"
    case .typeIdentifier: number == 1 ? "declared type" : "declared types"
    }
  }

  /// One explanation for each member of the collection that a `SUBQUERY` goes through.
  private mutating func members(of subquery: Subquery) -> [ActivationExplanation] {
    limited(evaluation.members(of: subquery.collection)) { explainer, member in
      explainer.explain(member, in: subquery)
    }
  }

  private mutating func explain(
    _ member: PredicateEvaluation.Value, in subquery: Subquery
  ) -> ActivationExplanation {
    evaluation.variables.append((subquery.variable, member))
    defer { evaluation.variables.removeLast() }
    let inner = explain(subquery.predicate)
    let name = name(of: member)
    // A sentence about the types of this very attachment needs no line of its own.
    if inner.parts.isEmpty, case .attachment = member,
      subquery.predicate.isAboutTypes(of: subquery.variable)
    {
      return ActivationExplanation(inner.holds, "\(name) \(inner.sentence)", span: inner.span)
    }
    return ActivationExplanation(
      inner.holds, "\(name) \(inner.holds ? "counts" : "does not count"): \(inner.sentence)",
      parts: inner.parts, span: inner.span)
  }

  private func name(of member: PredicateEvaluation.Value) -> String {
    switch member {
    case .item(let item): "item \(item + 1)"
    case .attachment(let item, let attachment):
      evaluation.items.count > 1
        ? "attachment \(attachment + 1) of item \(item + 1)" : "attachment \(attachment + 1)"
    case .typeIdentifier(let type): "type \(type)"
    }
  }
}

extension CountOperand {
  var isNumber: Bool { if case .number = self { true } else { false } }

  var isSubquery: Bool { if case .count(.subquery) = self { true } else { false } }
}
