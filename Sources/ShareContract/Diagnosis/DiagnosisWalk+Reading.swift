import IntakeModel

extension DiagnosisWalk {
  /// Can the app read it?
  func reading() -> DiagnosisFinding {
    var finding = DiagnosisFinding()
    // What failed comes first: there may be no room to tell of all.
    for (number, attachment) in attachments where attachment.readBack?.failure != nil {
      read(number, attachment, &finding)
    }
    for (number, attachment) in attachments where attachment.readBack?.failure == nil {
      read(number, attachment, &finding)
    }
    let copies = attachments.filter { $0.record.isStored || $0.record.handedOver == .copy }
    if !copies.isEmpty, record.omitted == 0,
      copies.allSatisfy({ $0.record.readBack == .init(by: .intake) })
    {
      finding.exclude("a copy that is damaged: the process that took it in has read it back")
    }
    if record.seen.contains(.opened) {
      finding.hold()
      finding.see("the app showed it")
    }
    if record.seen.contains(.couldNotOpen) {
      finding.fail()
      finding.see("the app said that it cannot read it")
    }
    compareGroups(&finding)
    adviseOnApp(&finding)
    return finding
  }

  private func read(
    _ number: Int, _ attachment: AttachmentRecord, _ finding: inout DiagnosisFinding
  ) {
    let name = name(number)
    if case .refused(let code, let stage)? = attachment.result,
      FailureAdvice(code).link(at: stage) == .reading
    {
      finding.fail()
      finding.see("\(name)\(code) (\(stage.rawValue))")
      advise(on: code, &finding)
    }
    guard let readBack = attachment.readBack else { return }
    if let failure = readBack.failure {
      finding.fail()
      finding.see("\(name)\(readBack.text)")
      advise(on: failure, &finding)
      return
    }
    finding.see("\(name)\(readBack.text): identifier, size and digest are right")
    if readBack.reader == .host { finding.hold(number) }
  }

  private func advise(on code: IntakeError.Code, _ finding: inout DiagnosisFinding) {
    let advice = FailureAdvice(code)
    finding.see(once: advice.meaning)
    finding.advise(advice.advice)
  }

  private func compareGroups(_ finding: inout DiagnosisFinding) {
    guard let groups else { return }
    if let group = groups.common.first {
      finding.see("extension and app have the group '\(group)' in common")
      finding.exclude("application groups that differ")
      return
    }
    finding.see("extension and app have no application group in common; \(groups.text)")
    if finding.verdict == .sound {
      finding.advise("see that these entitlements are those of the builds that were installed")
    } else {
      finding.fail()
      finding.advise(
        "give both targets the same application group, and open the container by its name")
    }
  }

  private func adviseOnApp(_ finding: inout DiagnosisFinding) {
    switch finding.verdict {
    case .sound: break
    case .unknown:
      finding.advise("let the app record what it reads, or record whether it could show it")
      if groups == nil {
        finding.advise("give the entitlements of extension and app, to compare their groups")
      }
    case .broken:
      guard record.seen.contains(.couldNotOpen) else { return }
      let wasRead =
        !attachments.isEmpty && record.omitted == 0
        && attachments.allSatisfy { $0.record.readBack == .init(by: .host) }
      if wasRead {
        finding.exclude("the copy and the container: the app has read it")
        finding.advise(
          "look at how the app opens the content: go by the content type, and not by the name")
      } else if groups == nil {
        finding.advise("give the entitlements of extension and app, to compare their groups")
        finding.advise(
          "see that the app opens the same container, and the identifier that was handed over")
      } else if !(groups?.common.isEmpty ?? true) {
        finding.advise(
          "see that the app opens the same container, and the identifier that was handed over")
      }
    }
  }
}
