import IntakeModel
import JSONSyntax
import UniformTypes

/// Holds one row against the rule of its contract: what is expected can come true.
struct RowCheck {
  let row: ContractRow
  let places: RowPlaces
  let rule: SelectionRule
  let validation: InputContract.Validation?
  let registry: TypeRegistry

  func run(_ problems: inout ProblemList) {
    let attachments = row.items.flatMap(\.attachments)
    if attachments.count != row.expectations.count {
      return problems.error(
        "the row '\(row.id)' declares \(Self.count(attachments.count, "attachment")), and expects "
          + "\(Self.count(row.expectations.count, "result"))",
        advice: "'expect' has one for each attachment, in their order", at: places.expect)
    }
    for (place, declared) in attachments.enumerated() where place < places.expectations.count {
      check(declared, row.expectations[place], places.expectations[place], &problems)
    }
    if row.isSupported {
      if !row.appears {
        problems.error(
          "the row '\(row.id)' expects a copy, and that the extension does not appear",
          advice: "what does not appear takes nothing: remove 'appears', or expect a refusal",
          at: places.appears ?? places.row)
      }
      if row.tests.isEmpty {
        problems.warn(
          "the row '\(row.id)' is supported, and names no test", advice: "name one in 'tests'",
          at: places.tests ?? places.row)
      }
    }
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  private func check(
    _ declared: [TypeIdentifier], _ expectation: Expectation, _ places: ExpectationPlaces,
    _ problems: inout ProblemList
  ) {
    if let expected = expectation.representation, !declared.contains(expected) {
      return problems.error(
        "\(Quotation.of(expected.rawValue)) is expected, and not declared",
        advice: "name one of \(Self.list(declared))", at: places.representation)
    }
    let selections = Self.selections(declared, expectation, by: rule, in: registry)
    switch expectation.result {
    case .stored: checkStored(selections, expectation, places, &problems)
    case .refused(let code): checkRefused(code, selections, expectation, places, &problems)
    }
  }

  /// What is chosen under each assumption about how the types are delivered, which a row does not say.
  ///
  /// The expected one comes in the way that is expected, or in any; the others all in one way, whichever.
  static func selections(
    _ declared: [TypeIdentifier], _ expectation: Expectation, by rule: SelectionRule,
    in registry: TypeRegistry
  ) -> [Selection] {
    let own = expectation.delivery.map { [$0] } ?? Representation.Delivery.allCases
    // Nothing differs where no accepted type asks how it is delivered.
    let isAlike = rule.accepted.allSatisfy { $0.deliveries == nil }
    let pairs = own.prefix(isAlike ? 1 : own.count).flatMap { delivery in
      (isAlike ? [delivery] : Representation.Delivery.allCases).map { (delivery, $0) }
    }
    return pairs.map { own, others in
      let representations = declared.map { type in
        Representation(
          type, delivery: type == (expectation.representation ?? declared.first) ? own : others)
      }
      return Selection.choose(from: representations, by: rule, in: registry)
    }
  }

  // MARK: Stored

  private func checkStored(
    _ selections: [Selection], _ expectation: Expectation, _ places: ExpectationPlaces,
    _ problems: inout ProblemList
  ) {
    guard let best = selections.first(where: { !$0.candidates.isEmpty }) else {
      guard let refusal = selections.first?.refusal else { return }
      return problems.error(
        "a copy is expected, and nothing that is declared is accepted: \(reason(refusal))",
        advice: "accept one of the types, or expect \"\(refusal.code)\"", at: places.result)
    }
    let isChosen = selections.contains { selection in
      guard let first = selection.candidates.first?.representation else { return false }
      return (expectation.representation ?? first.type) == first.type
        && (expectation.delivery ?? first.delivery) == first.delivery
    }
    if !isChosen, let first = best.candidates.first {
      let representation = first.representation.type
      problems.error(
        notChosen(expectation, best)
          + ": \(Quotation.of(representation.rawValue)) comes first, which "
          + first.explanation,
        advice: "expect that one, or change the order of 'accept'", at: places.representation)
    }
    if let content = expectation.contentType {
      checkContent(content, places, &problems)
    }
  }

  /// Why nothing is chosen. What the contract itself says to a person is no reason, and is quoted.
  private func reason(_ refusal: IntakeError) -> String {
    rule.refused.contains { $0.message == refusal.message }
      ? "the contract refuses it with the message \(Quotation.of(refusal.message))"
      : refusal.message
  }

  private func notChosen(_ expectation: Expectation, _ selection: Selection) -> String {
    guard let expected = expectation.representation else {
      let way = expectation.delivery?.rawValue ?? ""
      return "nothing is chosen that is loaded as '\(way)'"
    }
    let way = expectation.delivery.map { " as '\($0.rawValue)'" } ?? ""
    let text = "\(Quotation.of(expected.rawValue)) is expected\(way), and not chosen first"
    let rejection = selection.rejected.first { $0.representation.type == expected }
    return rejection.map { "\(text): it \($0.reason)" } ?? text
  }

  private func checkContent(
    _ content: TypeIdentifier, _ places: ExpectationPlaces, _ problems: inout ProblemList
  ) {
    if Selection.refusal(of: content, by: rule, in: registry) != nil {
      problems.error(
        "the content is expected to be \(Quotation.of(content.rawValue)), which is refused",
        advice: "expect \"\(IntakeError.Code.typeRefused)\"", at: places.content)
    } else if Selection.acceptedType(for: content, by: rule, in: registry) == nil {
      problems.warn(
        "the content is expected to be \(Quotation.of(content.rawValue)), which is not accepted",
        advice: "accept it, or expect \"\(IntakeError.Code.contentMismatch)\"", at: places.content)
    }
  }

  // MARK: Refused

  /// Reasons that come before anything is chosen, or instead of it.
  private static let beforeSelection: Set<IntakeError.Code> = [
    .overCountLimit, .sequenceFailed, .closed, .invalidArgument,
  ]

  private func checkRefused(
    _ code: IntakeError.Code, _ selections: [Selection], _ expectation: Expectation,
    _ places: ExpectationPlaces, _ problems: inout ProblemList
  ) {
    guard !Self.beforeSelection.contains(code) else { return }
    let chosen = selections.filter { !$0.candidates.isEmpty }
    let refusals = selections.filter(\.candidates.isEmpty).map(\.refusal)
    if refusals.contains(where: { $0.code == code }) {
      if expectation.representation != nil {
        problems.warn(
          "nothing is chosen, so that 'representation' says nothing", advice: "remove it",
          at: places.representation)
      }
      return
    }
    guard let first = chosen.first?.candidates.first else {
      guard let refusal = refusals.first else { return }
      return problems.error(
        "\"\(code)\" is expected, and selection refuses before that: \(reason(refusal))",
        advice: "expect \"\(refusal.code)\"", at: places.result)
    }
    if let missing = missingPolicy(for: code) {
      problems.warn(
        "\"\(code)\" is expected, and the contract refuses nothing for that reason",
        advice: "write \(missing), or expect something else", at: places.result)
    }
    guard isOfSelectionAlone(code, expectation) else { return }
    problems.error(
      "\"\(code)\" is expected, and \(Quotation.of(first.representation.type.rawValue)) "
        + first.explanation,
      advice: "expect a copy, or do not accept that type", at: places.result)
  }

  /// Content that arrives can also be found to be of a refused type, and a file to be a directory.
  private func isOfSelectionAlone(_ code: IntakeError.Code, _ expectation: Expectation) -> Bool {
    switch code {
    case .noAcceptedType: true
    case .typeRefused:
      expectation.contentType.map { Selection.refusal(of: $0, by: rule, in: registry) == nil }
        ?? true
    default: false
    }
  }

  static func list(_ types: [TypeIdentifier]) -> String {
    let shown = types.prefix(8).map { Quotation.of($0.rawValue) }.joined(separator: ", ")
    return types.count > 8 ? "\(shown) and \(types.count - 8) more" : shown
  }
}
