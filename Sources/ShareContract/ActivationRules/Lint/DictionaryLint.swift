import IntakeModel
import UniformTypes

/// Looks for what goes wrong in the dictionary form.
struct DictionaryLint {
  let dictionary: ActivationDictionary
  let members: [PropertyListNode.Member]
  /// The dictionary itself, in the file.
  let offset: Int
  let selection: Int

  func notes() -> [RuleNote] {
    members.prefix(RuleLint.maximumFindings).flatMap(notes) + wholeNotes()
  }

  private func notes(_ member: PropertyListNode.Member) -> [RuleNote] {
    if isNestedRule(member) {
      return [
        RuleNote(
          .nestedRule, .error, at: member.keyOffset, key: member.key,
          "a predicate stands in the dictionary, under \(Quotation.of(member.key))",
          because: "a rule is either a dictionary or a predicate; the predicate is ignored",
          fix: "make the predicate the value of NSExtensionActivationRule, in place of the "
            + "dictionary")
      ]
    }
    guard let form = ActivationDictionary.keys[member.key] else {
      let keys = ActivationDictionary.keys.keys.sorted()
      let nearest = Suggestion.nearest(to: member.key, among: keys)
      return [
        RuleNote(
          .unknownKey, .error, at: member.keyOffset, key: member.key,
          "\(Quotation.of(member.key)) is no key of an activation rule",
          because: "the system passes over keys that it does not know",
          fix: nearest.map { "\($0) may be meant" }
            ?? "remove it, or write a predicate, which can name types")
      ]
    }
    return valueNotes(member, form) + maximumNotes(member)
  }

  private func isNestedRule(_ member: PropertyListNode.Member) -> Bool {
    if member.key == "NSExtensionActivationRule" { return true }
    guard let text = member.node.string?.prefix(4096).uppercased() else { return false }
    return text.contains("SUBQUERY") || text.contains("TRUEPREDICATE")
      || text.contains("UTI-CONFORMS-TO")
  }

  private func valueNotes(
    _ member: PropertyListNode.Member, _ form: ActivationDictionary.ValueForm
  ) -> [RuleNote] {
    func note(_ severity: RuleFinding.Severity, _ what: String, _ reason: String) -> RuleNote {
      RuleNote(
        .wrongValue, severity, at: member.node.offset, key: member.key,
        "\(member.key) is \(what) where \(form.name) belongs", because: reason,
        fix: form == .boolean ? "write <true/> or <false/>" : "write \(form.name)")
    }
    let isBoolean = if case .scalar(.boolean) = member.node.content { true } else { false }
    let isInteger = if case .scalar(.integer) = member.node.content { true } else { false }
    guard let number = ActivationDictionary.number(member.node), isBoolean || isInteger else {
      return [
        note(.error, member.node.kind, "a value of another type can count as missing, which is no")
      ]
    }
    if isBoolean != (form == .boolean) {
      return [
        note(
          .warning, member.node.kind,
          "it works as \(form == .boolean ? "\(number != 0)" : "\(number)") only where the system "
            + "converts it")
      ]
    }
    if form == .version, ActivationDictionary.Version(rawValue: number) == nil {
      return [note(.error, "\(number)", "no other version exists; 1 is assumed")]
    }
    if form == .count, number < 0 {
      return [note(.error, "\(number)", "a number below 0 supports nothing")]
    }
    return []
  }

  /// A small maximum of what people select several of.
  private func maximumNotes(_ member: PropertyListNode.Member) -> [RuleNote] {
    let kind = AttachmentKind(rawValue: member.key)
    let isCounted =
      kind.map { [.image, .movie, .file].contains($0) }
      ?? (member.key == ActivationDictionary.Key.maximumCount)
    guard isCounted, let maximum = ActivationDictionary.number(member.node),
      maximum > 0, maximum < selection
    else { return [] }
    let things = kind?.plural ?? "attachments"
    return [
      RuleNote(
        .smallMaximum, .warning, at: member.node.offset, key: member.key,
        "\(maximum + 1) \(things) hide the extension, since at most \(maximum) are supported",
        because: "a maximum is no cut: with one more selected, the extension is not offered at all",
        fix: "raise it to \(selection) or more, and say in the extension what is left out")
    ]
  }

  private func wholeNotes() -> [RuleNote] {
    var notes: [RuleNote] = []
    if dictionary.supportedKinds.isEmpty, !dictionary.supportsEveryKind {
      notes.append(
        RuleNote(
          .neverAppears, .error, at: offset, "the dictionary supports no kind of attachment",
          because: "a missing key, or a maximum of 0, means that the kind is not supported",
          fix: "add a key for each kind, such as "
            + "NSExtensionActivationSupportsImageWithMaxCount"))
    }
    if let minimum = dictionary.minimumCount, let maximum = dictionary.maximumCount,
      minimum > maximum
    {
      notes.append(
        RuleNote(
          .emptyRange, .error, at: place(of: ActivationDictionary.Key.minimumCount),
          key: ActivationDictionary.Key.minimumCount,
          "at least \(minimum) attachments are wanted, and at most \(maximum) supported",
          because: "no share has such a number of attachments, and the extension never appears",
          fix: "lower the minimum, or raise the maximum"))
    }
    if dictionary.version == .anyAttachment, !dictionary.supportedKinds.isEmpty {
      notes.append(
        RuleNote(
          .mixedSelection, .warning, at: place(of: ActivationDictionary.Key.version),
          key: ActivationDictionary.Key.version,
          "version 2 shows the extension when one of several attachments is of a supported kind",
          because: "the others come with it, and the extension has to refuse or leave them",
          fix: "handle what does not fit, or write version 1, which wants all of them to fit"))
    }
    return notes
  }

  private func place(of key: String) -> Int {
    members.first { $0.key == key }?.node.offset ?? offset
  }
}
