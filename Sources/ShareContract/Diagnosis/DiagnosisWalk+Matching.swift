import IntakeModel
import UniformTypes

extension DiagnosisWalk {
  /// Does a declared type match what is accepted?
  ///
  /// Broken where any attachment is refused for its types, unless the row promises that. What was recorded
  /// counts for more than what the contract that was given says.
  func matching() -> DiagnosisFinding {
    var finding = DiagnosisFinding()
    if refusedOnPurpose > 0 {
      let many = refusedOnPurpose > 1
      finding.see(
        "\(refusedOnPurpose) attachment\(many ? "s are" : " is") refused, as the row '\(row?.id ?? "")' promises"
      )
      if isRefusedAsPromised {
        finding.end()
        return finding
      }
      if attachments.isEmpty { finding.hold() }
    }
    // What is refused comes first: there may be no room to tell of all.
    for (number, attachment) in attachments where attachment.isRefusedForTypes {
      match(number, attachment, &finding)
    }
    for (number, attachment) in attachments where !attachment.isRefusedForTypes {
      match(number, attachment, &finding)
    }
    if finding.verdict == .broken { excludeUnloaded(&finding) }
    if finding.verdict == .unknown {
      finding.advise(
        record.items.isEmpty
          ? "record what the source declares"
          : "give the contract, to hold the declared types against it")
    }
    return finding
  }

  private func match(
    _ number: Int, _ attachment: AttachmentRecord, _ finding: inout DiagnosisFinding
  ) {
    // Nobody looked at what it declares, and the record does not have it.
    if attachment.isUnseen { return }
    let name = name(number)
    let selection = contract.map {
      Selection.choose(from: attachment.offered, by: $0.rule, in: registry)
    }
    if case .refused(let code, _)? = attachment.result, attachment.isRefusedForTypes {
      finding.fail()
      finding.see("\(name)refused: \(code), declared \(Self.list(attachment))")
      if let selection { explain(selection, name, &finding) }
      if let selection, !selection.candidates.isEmpty {
        finding.advise("the contract that was given takes it: see that the build has this contract")
      } else {
        advise(code, selection, &finding)
      }
      return
    }
    let wasTaken = attachment.wasTried
    guard let selection else {
      if wasTaken {
        finding.hold(number)
        finding.see("\(name)one of its types was taken, so that it matched")
      }
      return
    }
    if let best = selection.candidates.first {
      finding.hold(number)
      finding.see("\(name)\(best.representation.type) \(best.explanation)")
    } else if wasTaken {
      finding.hold(number)
      finding.see(
        "\(name)it was taken, though the contract that was given accepts none of its types")
      finding.advise(
        "see that the contract that was given is the one in the build that was installed")
    } else {
      finding.fail()
      if attachment.representations.isEmpty {
        finding.see("\(name)the source declares no type at all")
      }
      explain(selection, name, &finding)
      advise(Self.code(of: selection), selection, &finding)
    }
  }

  /// What was never loaded has nothing to do with the source, as far as nothing was.
  private func excludeUnloaded(_ finding: inout DiagnosisFinding) {
    let unmatched = attachments.filter { !finding.holding.contains($0.number) }
    guard unmatched.allSatisfy({ !$0.record.wasTried }) else { return }
    let isAll = record.omitted == 0 && record.attachments.allSatisfy { !$0.wasTried }
    finding.exclude(
      isAll
        ? "the source and the copy: nothing was loaded"
        : "the source and the copy, for what does not match: nothing of it was loaded")
  }

  /// Each identifier with why it is not taken.
  private func explain(_ selection: Selection, _ name: String, _ finding: inout DiagnosisFinding) {
    for rejection in selection.rejected {
      finding.see("\(name)\(rejection.representation.type) \(rejection.reason)")
    }
  }

  private func advise(
    _ code: IntakeError.Code, _ selection: Selection?, _ finding: inout DiagnosisFinding
  ) {
    let advice = FailureAdvice(code)
    finding.advise(advice.advice)
    for rejection in selection?.rejected ?? [] {
      if case .delivery = rejection.reason {
        finding.advise(
          "\(rejection.representation.type) would match if the contract accepted how it comes")
      }
    }
  }

  private static func code(of selection: Selection) -> IntakeError.Code {
    for rejection in selection.rejected {
      if case .refused = rejection.reason { return .typeRefused }
    }
    return selection.rejected.contains { $0.reason == .directory }
      ? .sourceIsDirectory : .noAcceptedType
  }

  private static func list(_ attachment: AttachmentRecord) -> String {
    let types = attachment.representations.map(\.type.rawValue)
    guard !types.isEmpty else { return "no type" }
    let more = types.count > 8 ? ", and \(types.count - 8) more" : ""
    return types.prefix(8).joined(separator: ", ") + more
  }
}

extension AttachmentRecord {
  /// Whether anything of it got past selection.
  var wasTried: Bool {
    if handedOver != nil || readBack != nil { return true }
    if representations.contains(where: { $0.attempt != nil }) { return true }
    switch result {
    case nil: return false
    case .stored?: return true
    case .refused(let code, let stage)?:
      return code != .batchAborted && stage != .selection
        && FailureAdvice(code).link(at: stage) > .matching
    }
  }

  /// Whether it is refused for what it declares.
  fileprivate var isRefusedForTypes: Bool {
    guard case .refused(let code, let stage)? = result else { return false }
    return FailureAdvice(code).link(at: stage) == .matching
  }

  /// Whether it was refused before its source was asked what it offers.
  fileprivate var isUnseen: Bool {
    guard representations.isEmpty, case .refused(let code, _)? = result else { return false }
    return code == .batchAborted || code == .overCountLimit || code == .containerFull
  }
}
