import IntakeModel

extension DiagnosisWalk {
  /// Is what was handed over the copy?
  func handover() -> DiagnosisFinding {
    var finding = DiagnosisFinding()
    // What is wrong comes first: there may be no room to tell of all.
    let inOrder =
      attachments.filter { $0.record.handedOver != .copy }
      + attachments.filter { $0.record.handedOver == .copy }
    for (number, attachment) in inOrder {
      let name = name(number)
      switch attachment.handedOver {
      case nil: continue
      case .copy?:
        finding.hold(number)
        finding.see("\(name)the identifier of the copy was handed over")
      case .temporaryFile?:
        finding.fail()
        finding.see("\(name)the path of the provider's temporary file was handed over")
        finding.see(once: "the system removes that file when the provider's callback returns")
        finding.advise(
          "copy within the callback, before it returns, and hand over the identifier of the copy")
      case .original?:
        finding.fail()
        finding.see("\(name)the path of the original was handed over")
        finding.see(
          once: "the app has no access to it: security scope is not passed on with a path")
        finding.advise(
          "copy while access is held, and hand over the identifier of the copy; or pass a bookmark on"
        )
      }
    }
    switch finding.verdict {
    case .broken:
      finding.exclude(
        finding.holding.isEmpty && record.omitted == 0
          ? "the container and its entitlements: the app did not look there"
          : "the container and its entitlements, for what was handed over as a path")
    case .unknown where !isProvenToTheEnd:
      finding.advise(
        "see what the extension passes to the app: it should be an identifier, and no path")
    default: break
    }
    return finding
  }
}
