import IntakeModel
import ShareContract
import UniformTypes

/// Answers the questions of the list.
struct ReleaseWalk {
  private let input: ReleaseCheck.Input
  /// Those that something of ours wrote as it happened.
  private let records: [ShareRecord]
  /// The most witnesses and reasons that are named.
  private static let maximumNamed = 20

  init(_ input: ReleaseCheck.Input) {
    self.input = input
    records = ShareRecord.joining(input.records).filter {
      $0.origin != .reported && $0.origin != .synthetic
    }
  }

  func state(of question: ReleaseCheck.Question) -> ReleaseCheck.State {
    switch question {
    case .declaredTypes: declaredTypes()
    case .matrix: matrix()
    case .copiedInCallback: copiedInCallback()
    case .authorisedFolder: authorisedFolder()
    case .refusals: refusals()
    case .cancellations: cancellations()
    case .partialFailures: partialFailures()
    case .groupConfiguration: groupConfiguration()
    }
  }

  /// Failed for any reason, else not shown for anything missing, else shown.
  private func state(
    failures: [String] = [], missing: [String] = [], witnesses: [String]
  ) -> ReleaseCheck.State {
    if !failures.isEmpty { return .failed(Self.named(failures)) }
    if !missing.isEmpty { return .notShown(Self.named(missing)) }
    return .shown(Self.named(witnesses))
  }

  private static func named(_ texts: [String]) -> [String] {
    texts.count <= maximumNamed
      ? texts : texts.prefix(maximumNamed) + ["and \(texts.count - maximumNamed) more"]
  }

  // MARK: Types and rows

  private func declaredTypes() -> ReleaseCheck.State {
    guard let rule = input.rule else {
      return .notShown(["no activation rule was given; name the extension's Info.plist"])
    }
    var failures: [String] = []
    var witnesses: [String] = []
    for row in input.contract.rows {
      let decision = rule.decision(for: row.items, in: input.registry)
      if !decision.isComplete {
        failures.append("row '\(row.id)': the rule does not come to an end")
      } else if decision.appears != row.appears {
        failures.append(
          decision.appears
            ? "row '\(row.id)': the extension appears, and should not"
            : "row '\(row.id)': the extension does not appear")
      } else {
        witnesses.append("row '\(row.id)'")
      }
    }
    // What the contract takes and refuses, also where no row has it. What a row wants to appear, to refuse it with a
    // message, is as it should be.
    for accepted in input.contract.rule.accepted where !appears(accepted.type, rule) {
      failures.append(
        "type '\(accepted.type.rawValue)' is accepted, and one item of it is not offered")
    }
    for refused in input.contract.rule.refused
    where appears(refused.type, rule)
      && !isWanted({ related($0, refused.type) || related(refused.type, $0) })
    {
      failures.append(
        "type '\(refused.type.rawValue)' is refused, and the extension appears for it")
    }
    for type in Self.usualTypes
    where !isAccepted(type) && !isRefused(type) && appears(type, rule)
      // All but folders is data, so that a row of anything else says nothing of it.
      && !isWanted({ related(type, $0) || type != "public.data" && related($0, type) })
    {
      failures.append(
        "type '\(type.rawValue)' is not accepted, and the extension appears for it")
    }
    return state(
      failures: failures,
      missing: input.contract.rows.isEmpty ? ["the contract has no rows"] : [], witnesses: witnesses
    )
  }

  private func appears(_ type: TypeIdentifier, _ rule: ActivationRule) -> Bool {
    rule.appears(for: [SharedItem(attachments: [[type]])], in: input.registry)
  }

  /// What people share most, one type of each kind: a rule that takes too much takes one of these.
  private static let usualTypes: [TypeIdentifier] = [
    "public.plain-text", "public.url", "public.image", "public.movie", "public.audio",
    "com.adobe.pdf", "public.vcard", "public.data", "public.folder",
  ]

  private func related(_ type: TypeIdentifier, _ other: TypeIdentifier) -> Bool {
    type == other || input.registry.conforms(type, to: other)
  }

  /// Whether the contract takes one item of a type, in whatever way it is delivered.
  private func isAccepted(_ type: TypeIdentifier) -> Bool {
    let offers = Representation.Delivery.allCases.map { Representation(type, delivery: $0) }
    return !Selection.choose(from: offers, by: input.contract.rule, in: input.registry).candidates
      .isEmpty
  }

  /// Whether it is among those that were asked for already.
  private func isRefused(_ type: TypeIdentifier) -> Bool {
    input.contract.rule.refused.contains { $0.type == type }
  }

  /// Whether a row says that the extension appears for an attachment that it does not take, of a type that fits. What
  /// an attachment offers beside a type that is taken says nothing.
  private func isWanted(_ fits: (TypeIdentifier) -> Bool) -> Bool {
    input.contract.rows.filter(\.appears).flatMap(\.items).flatMap(\.attachments).contains {
      types in
      types.contains { fits($0) } && !types.contains { isAccepted($0) }
    }
  }

  private func matrix() -> ReleaseCheck.State {
    var failures = input.matrix.objections
    var missing: [String] = []
    for row in input.matrix.rows where !row.isGreen {
      let text = "row '\(row.row.id)': \(row.verdict.rawValue)"
      switch row.verdict {
      case .fail, .differs: failures.append(text)
      case .notTested, .stale, .pass: missing.append(text)
      }
    }
    if input.matrix.rows.isEmpty { missing.append("the contract has no rows") }
    return state(
      failures: failures, missing: missing,
      witnesses: input.matrix.rows.map { "row '\($0.row.id)'" })
  }

  // MARK: Files

  /// The shares of each row that promises a copy, by what its records name.
  private var supported: [(row: ContractRow, shares: [ShareRecord])] {
    input.matrix.rows.filter(\.row.isSupported).map { row in
      (row.row, records.filter { $0.row?.id == row.row.id && $0.row?.revision == row.revision })
    }
  }

  private func copiedInCallback() -> ReleaseCheck.State {
    var failures: [String] = []
    for record in records {
      for attachment in record.attachments {
        switch attachment.handedOver {
        case .temporaryFile:
          failures.append(
            "record \(record.id): a file that was gone when its callback had returned was handed over"
          )
        case .copy, .original, nil: break
        }
      }
    }
    return eachSupported(failures: failures, "a copy that was handed over") { $0.isCopied }
  }

  private func authorisedFolder() -> ReleaseCheck.State {
    var failures: [String] = []
    for record in records {
      for attachment in record.attachments {
        if attachment.handedOver == .original {
          failures.append("record \(record.id): the path of the original was handed over")
        }
        if let readBack = attachment.readBack, readBack.reader == .host,
          let failure = readBack.failure
        {
          failures.append("record \(record.id): the host could not read the copy (\(failure))")
        }
      }
    }
    return eachSupported(failures: failures, "a copy that the host read") { $0.isReadByHost }
  }

  /// Whether each row that promises a copy has a record all of whose stored attachments are as they should be.
  private func eachSupported(
    failures: [String], _ what: String, _ isShown: (AttachmentRecord) -> Bool
  ) -> ReleaseCheck.State {
    var witnesses: [String] = []
    var missing: [String] = []
    for (row, shares) in supported {
      let witness = shares.first { share in
        let stored = share.attachments.filter(\.isStored)
        return !stored.isEmpty && stored.allSatisfy(isShown)
      }
      if let witness {
        witnesses.append("row '\(row.id)' by record \(witness.id)")
      } else {
        missing.append("row '\(row.id)': no record of \(what)")
      }
    }
    if supported.isEmpty { missing.append("the contract supports nothing") }
    return state(failures: failures, missing: missing, witnesses: witnesses)
  }

  // MARK: What a person sees

  private func refusals() -> ReleaseCheck.State {
    let rows = input.contract.rows.filter { !$0.expectations.isEmpty && !$0.isSupported }
    let sights: Set<ShareRecord.Sight> = [.couldNotOpen, .didNotAppear]
    return visible(
      rows: rows, "a refusal that somebody saw, or a green row that promises one",
      failures: silent()
    ) { record in
      !record.seen.isDisjoint(with: sights) && !record.hasStored
    }
  }

  private func cancellations() -> ReleaseCheck.State {
    visible(rows: [], "a picker that was closed without a choice") { record in
      record.seen.contains(.pickerCancelled) && !record.hasStored
    }
  }

  private func partialFailures() -> ReleaseCheck.State {
    let rows = input.contract.rows.filter { row in
      row.isSupported && row.expectations.contains { $0.result != .stored }
    }
    return visible(
      rows: rows, "a share of which a part was taken, or a green row that promises one"
    ) { record in
      record.hasStored && record.attachments.contains { !$0.isStored && $0.result != nil }
        && !record.seen.isEmpty
    }
  }

  /// Shown by any record that `isWitness`, or by a row that is green.
  private func visible(
    rows: [ContractRow], _ what: String, failures: [String] = [],
    _ isWitness: (ShareRecord) -> Bool
  ) -> ReleaseCheck.State {
    let ids = Set(rows.map(\.id))
    let green = input.matrix.rows.filter { ids.contains($0.row.id) && $0.isGreen }
    let witnesses =
      green.map { "row '\($0.row.id)'" } + records.filter(isWitness).map { "record \($0.id)" }
    return state(
      failures: failures, missing: witnesses.isEmpty ? ["no record of \(what)"] : [],
      witnesses: witnesses)
  }

  /// The attachments that ended without any result, though nobody broke the share off.
  private func silent() -> [String] {
    records.filter { record in
      (record.origin == .device || record.origin == .automated)
        && !record.seen.contains(.pickerCancelled) && !record.seen.contains(.didNotAppear)
        && record.attachments.contains { $0.result == nil }
    }.map { "record \($0.id): an attachment ended without any result" }
  }

  // MARK: Groups

  private func groupConfiguration() -> ReleaseCheck.State {
    guard let groups = input.groups else {
      return .notShown(["no entitlements were given"])
    }
    guard !groups.isEmpty else { return .failed(["the entitlements name no group"]) }
    if let previous = input.previousGroups, Set(previous) == Set(groups) {
      return .shown(["the groups are those of the last release"])
    }
    let fresh = records.filter { record in
      record.origin == .device && record.system?.isFreshInstallation == true
        && record.attachments.contains { $0.isStored && $0.isReadByHost }
    }
    if !fresh.isEmpty { return .shown(Self.named(fresh.map { "record \($0.id)" })) }
    let what = "no record of a copy that the host read in a fresh installation"
    return input.previousGroups == nil
      ? .notShown(["the groups of the last release were not given, and there is \(what)"])
      : .failed(["the groups changed, and there is \(what)"])
  }
}

extension AttachmentRecord {
  var isStored: Bool { if case .stored = result { true } else { false } }

  /// Whether the container's own copy was handed over.
  var isCopied: Bool { handedOver == .copy }

  /// Whether the host found the copy with its size and digest.
  var isReadByHost: Bool { readBack?.reader == .host && readBack?.failure == nil }
}
