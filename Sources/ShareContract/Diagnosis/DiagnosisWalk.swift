import IntakeModel
import UniformTypes

/// What a diagnosis is made from, link by link.
struct DiagnosisWalk {
  let record: ShareRecord
  let contract: InputContract?
  /// The row that the record tells of, where there is one.
  let row: ContractRow?
  let rule: ActivationRule?
  let groups: SharedGroups?
  let registry: TypeRegistry
  /// The attachments by number, from one, but for those that are refused as the row promises.
  let attachments: [(number: Int, record: AttachmentRecord)]
  /// How many are refused as the row promises.
  let refusedOnPurpose: Int

  init(
    record: ShareRecord, rows: RowIndex?, rule: ActivationRule?, groups: SharedGroups?,
    registry: TypeRegistry
  ) {
    self.record = record
    self.rule = rule
    self.groups = groups
    self.registry = registry
    let contract = rows?.contract
    self.contract = contract
    var row: ContractRow?
    if let rows, case .success(let place) = rows.row(of: record) { row = rows.contract.rows[place] }
    self.row = row
    let all = record.attachments.enumerated().map { (number: $0 + 1, record: $1) }
    attachments = all.filter { number, attachment in
      guard let row, number <= row.expectations.count,
        case .refused(let code) = row.expectations[number - 1].result
      else { return true }
      // Before a device has shown it, the contract itself tells.
      guard let result = attachment.result else {
        return attachment.link(breaking: contract, registry) == nil
      }
      if case .refused(code, _) = result { return false }
      return true
    }
    refusedOnPurpose = all.count - attachments.count
  }

  /// The steps up to the first broken one.
  func steps() -> [Diagnosis.Step] {
    var steps: [Diagnosis.Step] = []
    for link in Diagnosis.Link.allCases {
      let (step, isEnd) = step(link)
      steps.append(step)
      if isEnd || step.verdict == .broken { break }
    }
    return steps
  }

  private func step(_ link: Diagnosis.Link) -> (Diagnosis.Step, isEnd: Bool) {
    var finding =
      switch link {
      case .appearance: appearance()
      case .matching: matching()
      case .loading: loading()
      case .copying: copying()
      case .handover: handover()
      case .reading: reading()
      }
    if finding.verdict == .unknown, isProvenToTheEnd, link != .appearance || !isFromNoMenu {
      finding.verdict = .sound
      finding.see("the app could read it, which it could not if this link were broken")
    }
    if finding.verdict == .sound, !finding.isEnd { excludeWhenSound(link, &finding) }
    return (finding.step(link), finding.isEnd)
  }

  /// What holds for some attachments excludes nothing for the others.
  private func excludeWhenSound(_ link: Diagnosis.Link, _ finding: inout DiagnosisFinding) {
    if link == .appearance || isProvenToTheEnd {
      return finding.exclude(link.excludedWhenSound)
    }
    let unknown = attachments.count { !finding.holding.contains($0.number) } + record.omitted
    if unknown == 0 { return finding.exclude(link.excludedWhenSound) }
    finding.conclude("nothing is known of \(unknown) of the attachments")
  }

  /// Whether the share was handed to the pipeline by a test or a replay, and no menu was involved.
  var isFromNoMenu: Bool {
    (record.origin == .automated || record.origin == .synthetic)
      && record.attachments.contains { $0.showsIntake }
  }

  /// Whether the app was seen to read what was shared.
  var isProvenToTheEnd: Bool {
    if record.seen.contains(.couldNotOpen) { return false }
    if record.seen.contains(.opened) { return true }
    return !attachments.isEmpty && record.omitted == 0
      && attachments.allSatisfy { $0.record.readBack == .init(by: .host) }
  }

  /// Whether the row promises that all of the share is refused, and it is. Of such a share nobody needs to know
  /// more, unless a person saw that it reached the app all the same.
  var isRefusedAsPromised: Bool {
    refusedOnPurpose > 0 && attachments.isEmpty && record.omitted == 0
      && record.seen.isDisjoint(with: [.opened, .couldNotOpen])
  }

  /// What an attachment is called in what was seen.
  func name(_ number: Int) -> String {
    record.attachments.count + record.omitted > 1 ? "attachment \(number): " : ""
  }
}

extension Diagnosis.Link {
  fileprivate var excludedWhenSound: String {
    switch self {
    case .appearance: "the activation rule, and how the extension is installed"
    case .matching: "a type that the contract does not accept"
    case .loading: "the source: it delivered"
    case .copying: "a file that was cut short, changed, or gone before it was read"
    case .handover: "a path that is gone when the callback returns"
    case .reading: "everything on the way to the app; what is left is what it does with the content"
    }
  }
}

extension AttachmentRecord {
  /// Whether the record shows that the attachment came as far as the pipeline or the app.
  var showsIntake: Bool {
    result != nil || handedOver != nil || readBack != nil
      || representations.contains { $0.attempt != nil }
  }

  /// ``Diagnosis/Link/matching`` where the contract accepts nothing of it.
  fileprivate func link(
    breaking contract: InputContract?, _ registry: TypeRegistry
  ) -> Diagnosis.Link? {
    guard let contract else { return nil }
    let selection = Selection.choose(from: offered, by: contract.rule, in: registry)
    return selection.candidates.isEmpty ? .matching : nil
  }

  /// What the source declared, as selection takes it.
  var offered: [Representation] {
    representations.map { Representation($0.type, delivery: $0.delivery, size: $0.declaredSize) }
  }
}
