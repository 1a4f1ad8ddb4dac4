import IntakeModel
import JSONSyntax
import UniformTypes

/// Reads values out of a JSON text, and notes everything that is wrong with it.
///
/// Each method gives `nil` where there is no such value, and has noted why; the reading goes on, so that all
/// problems of a document are found at once.
struct DocumentReading {
  var problems = ProblemList()

  // MARK: Objects

  /// Checks that a value is an object which has all of the members `required`, and no others than `keys`.
  ///
  /// - Parameter what: The value in a message, such as "a row".
  /// - Returns: Whether it is an object, whatever its members are.
  mutating func isObject(
    _ node: JSONNode, _ what: String, keys: [String], required: [String] = []
  ) -> Bool {
    guard let members = node.members else {
      expected("an object for \(what)", found: node)
      return false
    }
    for member in members where !keys.contains(where: { $0.utf8.elementsEqual(member.name.utf8) }) {
      guard !problems.isFull else {
        problems.error("", at: member.place)
        continue
      }
      let nearest = Suggestion.nearest(to: member.name, among: keys)
      problems.error(
        "\(what) has no member \(Quotation.of(member.name))",
        advice: nearest.map { "'\($0)' may be meant" }
          ?? "its members are \(keys.joined(separator: ", "))",
        at: member.place)
    }
    for key in required where node[key] == nil {
      problems.error("\(what) lacks the member '\(key)'", at: node.place)
    }
    return true
  }

  // MARK: Values

  mutating func expected(_ what: String, found node: JSONNode) {
    problems.error("expected \(what), found \(node.value.kind)", at: node.place)
  }

  mutating func string(_ node: JSONNode?, _ what: String) -> String? {
    guard let node else { return nil }
    guard let text = node.string else {
      expected("a string for \(what)", found: node)
      return nil
    }
    return text
  }

  mutating func boolean(_ node: JSONNode?, _ what: String) -> Bool? {
    guard let node else { return nil }
    guard let flag = node.boolean else {
      expected("true or false for \(what)", found: node)
      return nil
    }
    return flag
  }

  mutating func integer(
    _ node: JSONNode?, _ what: String, in range: ClosedRange<Int64>
  ) -> Int64? {
    guard let node else { return nil }
    let text =
      range.upperBound == .max
      ? "a whole number, at least \(range.lowerBound)"
      : range.lowerBound == .min && range.upperBound == .max
        ? "a whole number" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = node.integer else {
      expected("\(text), for \(what)", found: node)
      return nil
    }
    guard range.contains(number) else {
      problems.error("expected \(text), for \(what), found \(number)", at: node.place)
      return nil
    }
    return number
  }

  /// - Parameter limit: The most elements; more are an error.
  mutating func array(_ node: JSONNode?, _ what: String, limit: Int) -> [JSONNode]? {
    guard let node else { return nil }
    guard let elements = node.array else {
      expected("an array for \(what)", found: node)
      return nil
    }
    guard elements.count <= limit else {
      problems.error(
        "\(what) has \(elements.count) elements; at most \(limit) are read", at: node.place)
      return nil
    }
    return elements
  }

  // MARK: Texts with a meaning

  /// One of the values of an enumeration.
  mutating func choice<Value>(_ node: JSONNode?, _ what: String) -> Value?
  where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    guard let text = string(node, what), let node else { return nil }
    if let value = Value(rawValue: text) { return value }
    notOne(of: Value.allCases.map(\.rawValue), text, what, at: node.place)
    return nil
  }

  mutating func code(_ node: JSONNode?, _ what: String) -> IntakeError.Code? {
    guard let text = string(node, what), let node else { return nil }
    if let code = IntakeError.Code(text) { return code }
    notOne(of: IntakeError.Code.allCases.map(\.name), text, what, at: node.place)
    return nil
  }

  /// The most choices that a message lists.
  private static let shownChoices = 12

  mutating func notOne(of choices: [String], _ text: String, _ what: String, at place: JSONPlace) {
    guard !problems.isFull else { return problems.error("", at: place) }
    let nearest = Suggestion.nearest(to: text, among: choices)
    let list =
      choices.count <= Self.shownChoices
      ? choices.joined(separator: ", ")
      : "the \(choices.count) that 'intake contract schema' lists for a result"
    problems.error(
      "\(what) cannot be \(Quotation.of(text))",
      advice: nearest.map { "'\($0)' may be meant" } ?? "it is one of \(list)", at: place)
  }

  mutating func label(_ node: JSONNode?, _ what: String) -> RecordLabel? {
    guard let text = string(node, what), let node else { return nil }
    if let label = RecordLabel(text) { return label }
    problems.error(
      "\(what) cannot be \(Quotation.of(text))",
      advice:
        "a label has 1 to \(RecordLabel.maximumLength) letters, digits, spaces and . , - _ ( ) + & ', "
        + "and no space at its ends", at: node.place)
    return nil
  }

  /// A type, known or not.
  mutating func type(_ node: JSONNode?, _ what: String) -> TypeIdentifier? {
    guard let text = string(node, what), let node else { return nil }
    let type = TypeIdentifier(text)
    if type.isWellFormed { return type }
    problems.error(
      "\(Quotation.of(text)) is no type identifier",
      advice: "one has ASCII letters, digits, '.', '-' and '_', such as public.jpeg",
      at: node.place)
    return nil
  }
}
