import IntakeModel
import UniformTypes

extension DiagnosisWalk {
  /// Does the extension appear, and was something chosen?
  ///
  /// What a person saw, or that the extension ran, counts for more than what the rule says: the rule that was
  /// given need not be the one that was installed.
  func appearance() -> DiagnosisFinding {
    var finding = DiagnosisFinding()
    let decision = ruleDecision()
    if record.seen.contains(.didNotAppear) {
      if let row, !row.appears {
        tellOfPromisedAbsence(of: row, "the extension was not in the menu", decision, &finding)
        return finding
      }
      finding.fail()
      finding.see("the extension was not in the menu")
      explainAbsence(decision, &finding)
      return finding
    }
    if record.seen.contains(.pickerCancelled), !reachedTheExtension {
      finding.fail()
      finding.see("the picker was closed, and nothing was chosen")
      finding.exclude("the app and the extension: nothing was handed to them")
      finding.advise("share again, and choose something")
      return finding
    }
    let wasThere = record.seen.contains(.appeared) || reachedTheExtension
    if record.seen.contains(.appeared) { finding.see("the extension was in the menu") }
    if reachedTheExtension, !record.seen.contains(.appeared) {
      finding.see("the extension ran, so that it had appeared")
    }
    if wasThere { finding.hold() }
    guard let decision else {
      if !wasThere, !isRefusedAsPromised { adviseOnUnknownAppearance(&finding) }
      return finding
    }
    if decision.appears {
      finding.hold()
      finding.see("the rule lets it appear for these types")
    } else if wasThere {
      finding.see("the rule that was given would hide it: \(Self.reason(decision))")
      finding.advise("see that the rule that was given is the one in the build that was installed")
    } else if isFromNoMenu {
      finding.see("the share came through no menu, and the extension was not started by one")
      finding.see("the rule that was given would hide it: \(Self.reason(decision))")
      adviseOnRule(&finding)
    } else if let row, !row.appears {
      tellOfPromisedAbsence(of: row, "the rule hides the extension", decision, &finding)
    } else {
      finding.fail()
      finding.see("the rule hides it: \(Self.reason(decision))")
      finding.exclude("everything behind the menu: the extension is never started")
      adviseOnRule(&finding)
    }
    return finding
  }

  /// Whether the record shows that the extension was started on a device.
  private var reachedTheExtension: Bool {
    guard record.origin == .device || record.origin == .manual else { return false }
    if record.seen.contains(.opened) || record.seen.contains(.couldNotOpen) { return true }
    return record.attachments.contains { $0.showsIntake }
  }

  /// What the rule says; `nil` without one, and where the record does not hold all that was declared.
  private func ruleDecision() -> ActivationDecision? {
    guard let rule, !record.items.isEmpty, record.omitted == 0 else { return nil }
    return rule.decision(for: record.declaredItems, in: registry)
  }

  /// The row says that the extension does not appear, and it does not: the chain ends here, as it is meant to.
  private func tellOfPromisedAbsence(
    of row: ContractRow, _ sight: String, _ decision: ActivationDecision?,
    _ finding: inout DiagnosisFinding
  ) {
    finding.end()
    finding.see("\(sight), as promised by the row '\(row.id)'")
    guard let decision else { return }
    if decision.appears {
      finding.see("the rule that was given would let it appear for these types")
      finding.advise("see that the rule that was given is the one in the build that was installed")
    } else {
      finding.see("the rule hides it: \(Self.reason(decision))")
    }
  }

  private func explainAbsence(_ decision: ActivationDecision?, _ finding: inout DiagnosisFinding) {
    finding.exclude("everything behind the menu: the extension was never started")
    switch decision {
    case nil:
      finding.advise(
        record.items.isEmpty
          ? "record what the source declares, and give the Info.plist of the extension to hold it against"
          : "give the Info.plist of the extension, to see whether its activation rule hides it")
    case let decision? where decision.appears:
      finding.see("the rule would let it appear for these types")
      finding.exclude("the activation rule")
      adviseOnInstallation(&finding)
      finding.advise(
        "see that the extension is embedded in the app that was installed, and signed with it")
    case let decision?:
      finding.see("the rule hides it: \(Self.reason(decision))")
      adviseOnRule(&finding)
    }
    if decision == nil, record.system?.isFreshInstallation == true {
      adviseOnInstallation(&finding)
    }
  }

  /// A new extension may be hidden at first, an old one may have been switched off.
  private func adviseOnInstallation(_ finding: inout DiagnosisFinding) {
    switch record.system?.isFreshInstallation {
    case true?:
      finding.see("the app had just been installed")
      finding.advise(
        "open the app once, share again, and look for the extension under 'Edit Actions' or 'More': a new one "
          + "may not be shown at first")
    case false?:
      finding.see("the app had been installed before")
      finding.advise(
        "look whether the extension is switched off under 'Edit Actions' or 'More', and whether an update "
          + "replaced it; install the app anew to tell the two apart")
    case nil:
      finding.advise(
        "open the app once after installing it, and look for the extension under 'Edit Actions' or 'More'"
      )
      finding.advise("record whether the app had just been installed")
    }
  }

  private func adviseOnRule(_ finding: inout DiagnosisFinding) {
    if row?.appears == false {
      finding.advise(
        "nothing, unless this share is to be supported: then change its row and the rule")
    } else {
      finding.advise(
        "change the activation rule; 'intake rule explain' shows each part of it, 'intake rule lint' what is "
          + "commonly wrong")
    }
  }

  private func adviseOnUnknownAppearance(_ finding: inout DiagnosisFinding) {
    finding.advise(
      rule == nil
        ? "give the Info.plist of the extension, or record whether it was in the menu"
        : "record whether it was in the menu: not all that was declared is in the record")
  }

  /// The decisive part of the rule, the innermost that stands alone.
  private static func reason(_ decision: ActivationDecision) -> String {
    var part = decision.explanation
    var sentences = [part.sentence]
    // Deeper parts say the same of single attachments.
    while part.parts.count == 1, sentences.count < 3 {
      part = part.parts[0]
      sentences.append(part.sentence)
    }
    return sentences.joined(separator: "; ")
  }
}
