import IntakeModel
import UniformTypes

extension ActivationDictionary {
  /// Whether the extension appears, and what decided.
  ///
  /// - Complexity: O(*t*) look-ups for *t* declared types.
  func decision(for items: [SharedItem], in registry: TypeRegistry) -> ActivationDecision {
    let attachments = items.flatMap(\.attachments)
    var checks: [ActivationExplanation] = bounds(attachments.count)
    if supportsEveryKind {
      checks.append(
        ActivationExplanation(
          !attachments.isEmpty, "no kind is named, so that attachments of every kind are supported")
      )
      return verdict(checks)
    }
    let kinds = attachments.map { supported($0, in: registry) }
    checks.append(coverage(attachments, kinds))
    for kind in supportedKinds where kind != .text {
      guard let maximum = maximums[kind] else { continue }
      let count = kinds.count { $0 == kind }
      guard count > 0 else { continue }
      checks.append(
        ActivationExplanation(
          count <= maximum,
          "\(Self.amount(count, kind)); at most \(maximum) \(maximum == 1 ? "is" : "are") supported"
        ))
    }
    return verdict(checks)
  }

  /// Whether the extension appears.
  ///
  /// - Complexity: O(*t*) look-ups for *t* declared types.
  func appears(for items: [SharedItem], in registry: TypeRegistry) -> Bool {
    let attachments = items.flatMap(\.attachments)
    if let minimumCount, attachments.count < minimumCount { return false }
    if let maximumCount, attachments.count > maximumCount { return false }
    if supportsEveryKind { return !attachments.isEmpty }
    let kinds = attachments.compactMap { supported($0, in: registry) }
    guard covers(kinds.count, of: attachments.count) else { return false }
    return supportedKinds.allSatisfy { kind in
      guard kind != .text, let maximum = maximums[kind] else { return true }
      return kinds.count { $0 == kind } <= maximum
    }
  }

  /// Whether as many attachments are of a supported kind as the version wants.
  private func covers(_ count: Int, of total: Int) -> Bool {
    count > 0 && (version == .anyAttachment || count == total)
  }

  /// The kind as which an attachment counts.
  private func supported(
    _ types: [TypeIdentifier], in registry: TypeRegistry
  ) -> AttachmentKind? {
    let types = usesStrictMatching ? Array(types.prefix(1)) : types
    return supportedKinds.first { $0.matches(types, in: registry) }
  }

  /// The bounds for attachments of any kind.
  private func bounds(_ count: Int) -> [ActivationExplanation] {
    let attachments = count == 1 ? "1 attachment" : "\(count) attachments"
    var checks: [ActivationExplanation] = []
    if let minimumCount {
      checks.append(
        ActivationExplanation(
          count >= minimumCount, "\(attachments); at least \(minimumCount) wanted"))
    }
    if let maximumCount {
      checks.append(
        ActivationExplanation(
          count <= maximumCount, "\(attachments); at most \(maximumCount) supported"))
    }
    return checks
  }

  /// Whether as many attachments are of a supported kind as the version wants.
  private func coverage(
    _ attachments: [[TypeIdentifier]], _ kinds: [AttachmentKind?]
  ) -> ActivationExplanation {
    let covered = kinds.count { $0 != nil }
    let total = attachments.count
    let names = supportedKinds.map(\.plural)
    let supported = names.isEmpty ? "nothing" : names.joined(separator: ", ")
    let wanted = version == .allAttachments ? "all" : "one or more"
    let holds = covers(covered, of: total)
    let uncovered = zip(attachments, kinds).enumerated().filter { $0.element.1 == nil }
    var parts = uncovered.prefix(PredicateExplainer.maximumParts).map { place, attachment in
      ActivationExplanation(
        false,
        "attachment \(place + 1) declares \(PredicateExplainer.shownTypes(attachment.0)), "
          + "which is no supported kind")
    }
    if uncovered.count > parts.count {
      parts.append(ActivationExplanation(false, "and \(uncovered.count - parts.count) more"))
    }
    return ActivationExplanation(
      holds,
      "\(covered) of \(total) \(total == 1 ? "attachment" : "attachments") "
        + "\(covered == 1 ? "is" : "are") of a supported kind (\(supported)); "
        + "version \(version.rawValue) wants \(wanted)",
      parts: holds ? [] : parts)
  }

  private func verdict(_ checks: [ActivationExplanation]) -> ActivationDecision {
    let failed = checks.filter { !$0.holds }
    guard failed.isEmpty else {
      return ActivationDecision(
        appears: false,
        explanation: ActivationExplanation(
          false, "\(failed.count) of \(checks.count) conditions of the dictionary fail",
          parts: failed))
    }
    return ActivationDecision(
      appears: true,
      explanation: ActivationExplanation(
        true, "all conditions of the dictionary hold", parts: checks))
  }

  private static func amount(_ count: Int, _ kind: AttachmentKind) -> String {
    "\(count) \(count == 1 ? kind.singular : kind.plural)"
  }
}
