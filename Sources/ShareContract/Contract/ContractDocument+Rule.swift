import IntakeModel

// What neither the contract nor the rule tells alone.
extension ContractDocument {
  /// Where the cap on attachments and the maxima of the extension's rule disagree.
  ///
  /// Of a rule in the dictionary form; a predicate may bound more than a number says.
  package func problem(against list: ExtensionPropertyList) -> ContractProblem? {
    guard let count = contract?.limits.count, case .dictionary? = list.rule,
      let most = RuleTerms(list.rule).count, count != most
    else { return nil }
    let through = most == 1 ? "1 attachment" : "\(most) attachments"
    return count > most
      ? ContractProblem(
        .warning, "'count' is \(count), and the activation rule lets through \(through) at most",
        advice: "lower 'count' to \(most), or raise the maxima of the rule", at: countPlace)
      : ContractProblem(
        .warning,
        "'count' is \(count), and the activation rule lets through \(through), of which the last are refused",
        advice: "raise 'count' to \(most), or lower the maxima of the rule", at: countPlace)
  }
}
