extension ActivationPredicate: CustomStringConvertible {
  /// The text of the predicate, on one line. Reading it gives the same tree.
  public var description: String {
    var printer = PredicatePrinter()
    printer.write(self)
    return printer.text
  }
}

/// Writes predicates with the fewest parentheses that keep the tree.
struct PredicatePrinter {
  private(set) var text = ""

  mutating func write(_ predicate: ActivationPredicate) {
    switch predicate {
    case .constant(let value, _): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison):
      write(comparison.left)
      text += " \(comparison.relation.rawValue) "
      write(comparison.right)
    case .typeTest(let test): write(test)
    case .negation(let part, _):
      text += "NOT "
      writeOperand(part)
    case .conjunction(let parts): writeList(parts, " AND ")
    case .disjunction(let parts): writeList(parts, " OR ")
    }
  }

  private mutating func writeList(_ parts: [ActivationPredicate], _ separator: String) {
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      // A conjunction binds closer than a disjunction; in every other pair it is the parentheses
      // that make a node of its own.
      if case .conjunction = part, separator == " OR " { write(part) } else { writeOperand(part) }
    }
  }

  /// Writes a part of something that binds closer than `AND`.
  private mutating func writeOperand(_ part: ActivationPredicate) {
    switch part {
    case .conjunction, .disjunction:
      text += "("
      write(part)
      text += ")"
    default: write(part)
    }
  }

  mutating func write(_ operand: CountOperand) {
    switch operand {
    case .number(let number): text += "\(number)"
    case .count(let collection):
      write(collection)
      text += ".@count"
    }
  }

  mutating func write(_ collection: RuleCollection) {
    switch collection {
    case .extensionItems: text += "extensionItems"
    case .attachments(let variable): text += "$\(variable).attachments"
    case .registeredTypeIdentifiers(let variable):
      text += "$\(variable).registeredTypeIdentifiers"
    case .subquery(let subquery):
      text += "SUBQUERY("
      write(subquery.collection)
      text += ", $\(subquery.variable), "
      write(subquery.predicate)
      text += ")"
    }
  }

  private mutating func write(_ test: TypeTest) {
    switch test.subject {
    case .members(let quantifier, let collection):
      text += quantifier.rawValue + " "
      write(collection)
    case .variable(let name): text += "$\(name)"
    }
    text += " \(test.relation.rawValue) "
    write(quoted: test.type.rawValue)
  }

  private mutating func write(quoted value: String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
