import IntakeModel
import UniformTypes

extension DiagnosisWalk {
  /// Was the copy completed within the callback?
  func copying() -> DiagnosisFinding {
    var finding = DiagnosisFinding()
    // What is refused comes first: there may be no room to tell of all.
    var refusedHere = 0
    for (number, attachment) in attachments {
      guard let code = attachment.codeOfCopying else { continue }
      refusedHere += 1
      if refusedHere <= Self.maximumDetailed { refuse(number, attachment, code, &finding) }
    }
    for (number, attachment) in attachments {
      switch attachment.result {
      case .stored(let type, let contentType, let size)?:
        check(number, attachment, stored: type, contentType, size, &finding)
      case nil where attachment.codeOfCopying == nil:
        tellOfHandover(number, attachment, &finding)
      default: break
      }
    }
    let aborted = attachments.count { $0.record.isAborted }
    // They are the consequence of another attachment's refusal, and the break itself where that is not recorded.
    if aborted > 0, finding.verdict != .broken {
      finding.fail()
      finding.see("\(aborted) of the attachments were dropped with their batch")
      advise(on: .batchAborted, &finding)
    } else if aborted > 0 {
      finding.conclude("\(Self.others(aborted)): dropped with their batch")
    }
    if finding.verdict == .broken { concludeCopying(refusedHere, &finding) }
    if finding.verdict == .unknown, !isProvenToTheEnd {
      finding.advise("let the pipeline write a record of the share on the device")
    }
    return finding
  }

  /// The most attachments that are told of one by one where a link is broken.
  private static let maximumDetailed = 4

  private static func others(_ count: Int) -> String {
    count == 1 ? "1 other" : "\(count) others"
  }

  /// Says what became of all that was not told one by one, and what follows from it for the app.
  private func concludeCopying(_ refusedHere: Int, _ finding: inout DiagnosisFinding) {
    let stored = attachments.count { $0.record.isStored && finding.holding.contains($0.number) }
    if stored > 0 { finding.conclude("\(Self.others(stored)): stored") }
    let untold = refusedHere - Self.maximumDetailed
    if untold > 0 {
      var codes: [IntakeError.Code] = []
      for code in attachments.lazy.compactMap(\.record.codeOfCopying) where !codes.contains(code) {
        codes.append(code)
      }
      let list = codes.prefix(8).map { "\($0)" }.joined(separator: ", ")
      finding.conclude("and \(untold) more refused; the codes of all: \(list)")
    }
    let hasCopy = attachments.contains { $0.record.isStored || $0.record.handedOver == .copy }
    finding.exclude(
      hasCopy || record.omitted > 0
        ? "the app, for what was refused: of that there is no copy that it could read"
        : "the app: there is no copy that it could read")
  }

  private func refuse(
    _ number: Int, _ attachment: AttachmentRecord, _ code: IntakeError.Code,
    _ finding: inout DiagnosisFinding
  ) {
    let name = name(number)
    finding.fail()
    let last = attachment.tried.last
    let failure = last?.attempt.failure?.text ?? "\(code)"
    let from = last.map { "\($0.representation.type), " } ?? ""
    finding.see("\(name)\(from)\(failure)")
    if let attempt = last?.attempt {
      let declared = last?.representation.declaredSize.map { "declared \($0)" }
      let arrived = attempt.size.map { "\($0) had arrived" }
      let content = attempt.contentType.map { "it begins like \($0)" }
      let facts = [declared, arrived, content].compactMap { $0 }
      if !facts.isEmpty { finding.see(name + facts.joined(separator: ", ")) }
    }
    if let limit = limit(for: code) { finding.see(once: "the contract's limit is \(limit)") }
    advise(on: code, &finding)
    if code == .containerUnavailable, let groups {
      finding.see(once: "the application groups of the \(groups.text)")
      if groups.common.isEmpty {
        finding.advise("give extension and app one group in common; now they have none")
      }
    }
    if let failure = last?.attempt.failure, let fault = SourceFault(failure) {
      finding.see(once: fault.meaning)
      finding.advise(fault.advice)
    }
  }

  private func check(
    _ number: Int, _ attachment: AttachmentRecord, stored type: TypeIdentifier,
    _ contentType: TypeIdentifier, _ size: ByteCount, _ finding: inout DiagnosisFinding
  ) {
    let name = name(number)
    let taken = attachment.tried.first {
      $0.representation.type == type && $0.attempt.failure == nil
    }
    // A folder is stored as an archive, of another size.
    if let taken, let arrived = taken.attempt.size, taken.attempt.arrival != .directory,
      arrived != size
    {
      finding.fail()
      finding.see(
        "\(name)\(arrived.exactDescription) arrived, and the copy has \(size.exactDescription)")
      advise(on: .sourceChanged, &finding)
      return
    }
    finding.hold(number)
    // Beside what is refused they are counted.
    guard finding.verdict != .broken else { return }
    finding.see("\(name)stored from \(type), \(size)")
    if let declared = taken?.representation.declaredSize, declared != size {
      finding.see(
        "\(name)the source had declared \(declared.exactDescription), which is a claim and no more")
    }
    if type != contentType, !registry.conforms(contentType, to: type) {
      finding.see(
        "\(name)declared as \(type), and it is \(contentType): the app should go by what it is")
    }
  }

  /// Of an attachment whose end is not recorded.
  private func tellOfHandover(
    _ number: Int, _ attachment: AttachmentRecord, _ finding: inout DiagnosisFinding
  ) {
    guard attachment.handedOver == .copy else { return }
    finding.hold(number)
    if finding.verdict != .broken { finding.see("\(name(number))a copy was handed over") }
  }

  private func advise(on code: IntakeError.Code, _ finding: inout DiagnosisFinding) {
    let advice = FailureAdvice(code)
    finding.see(once: advice.meaning)
    finding.advise(advice.advice)
  }

  private func limit(for code: IntakeError.Code) -> String? {
    guard let limits = contract?.limits else { return nil }
    switch code {
    case .overFileLimit: return limits.fileSize.map { $0.exactDescription }
    case .overBatchLimit: return limits.batchSize.map { $0.exactDescription }
    case .overCountLimit: return limits.count.map { "\($0)" }
    case .containerFull: return limits.containerSize.map { $0.exactDescription }
    default: return nil
    }
  }
}

extension AttachmentRecord {
  /// Whether it was given up for the sake of another.
  var isAborted: Bool {
    if case .refused(.batchAborted, _)? = result { true } else { false }
  }

  /// The code with which it was refused while it was to be copied; `nil` where it was not.
  fileprivate var codeOfCopying: IntakeError.Code? {
    switch result {
    case .stored?, .refused(.batchAborted, _)?: return nil
    case .refused(let code, let stage)?:
      return FailureAdvice(code).link(at: stage) == .copying ? code : nil
    case nil:
      guard handedOver == nil, let failure = tried.last?.attempt.failure, failure.link == .copying
      else { return nil }
      return failure.code
    }
  }
}
