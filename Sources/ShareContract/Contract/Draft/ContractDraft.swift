public import IntakeModel
import UniformTypes

/// A start for a contract, from the Info.plist of an extension.
///
/// It accepts what the activation rule names, and has a row for each reported share of which anything is
/// taken, and for some that are refused. It names no tests: what is written is what to do next.
public struct ContractDraft: Sendable {
  /// What the draft comes to: a contract whose rows name no tests.
  public let contract: InputContract
  /// The rows whose shares are taken, and for which the rule does not show the extension.
  public let hiddenRows: [String]
  private let terms: RuleTerms
  private let hasRule: Bool

  /// Makes a draft.
  ///
  /// - Parameters:
  ///   - list: What the extension says about itself. Without a rule, any file is accepted.
  ///   - records: The shares from which rows are made.
  public init(from list: ExtensionPropertyList, records: [ShareRecord] = ReportedShares.all) {
    terms = RuleTerms(list.rule)
    hasRule = list.rule != nil
    let rule = SelectionRule(
      terms.accepted.map { AcceptedType($0) }, refusing: terms.refused.map { RefusedType($0) })
    // With the built-in types alone, as the contract is checked.
    let registry = TypeRegistry.standard
    var rows: [ContractRow] = []
    var hidden: [String] = []
    var refusedCount = 0
    for record in records {
      guard var row = ContractRow(for: record, by: rule, in: registry),
        !rows.contains(where: { $0.id == row.id || $0.isSameShare(as: row) })
      else { continue }
      let appears = list.rule?.appears(for: row.items, in: list.registry)
      if row.isSupported {
        if appears == false { hidden.append(row.id) }
      } else {
        refusedCount += 1
        guard refusedCount <= Self.maximumRefused else { continue }
        if let appears { row.appears = appears }
      }
      rows.append(row)
    }
    var limits = InputContract.Limits()
    limits.count = terms.count
    contract = InputContract(
      name: Self.name(of: list), rule: rule, limits: limits, rows: rows)
    hiddenRows = hidden
  }

  /// The most rows of shares that are refused. A few show what such a row looks like.
  private static let maximumRefused = 4

  private static func name(of list: ExtensionPropertyList) -> String {
    let names = [list.name, list.bundleIdentifier].compactMap { $0 }
    return names.first { name in
      // A variable such as $(PRODUCT_NAME) names nothing.
      !name.contains("$(") && ContractReading.isText(name, limit: 200)
    } ?? "Share extension"
  }

  /// The contract as a file, with comments that say what to do.
  public var text: String {
    let bytes = InputContract.document(contract) { comment(on: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Comments

  private func comment(on part: InputContract.Part) -> String? {
    switch part {
    case .file:
      """
      What this extension takes from others, and what each source gets. A start, made from its Info.plist:
      read it through, change what is not meant, and name the tests of each row.
      """
    case .accept: acceptComment
    case .refuse:
      """
      Types that are refused although a broader one is accepted, with what the person is told, such as
      {"type": "public.svg-image", "message": "Share a PNG of it."}
      """
    case .directories: #"Folders and packages: "refuse" them, or store each as one "zip"."#
    case .limits:
      """
      Caps: "count" is the most attachments that the rule lets through at once, where it says so. Also
      fileSize, batchSize, containerSize (such as "100 MiB"), containerCount and loadTimeout (such as
      "60s"). An extension has little memory and little time. To have content opened before it is stored,
      add "validation": {"refuse": ["locked"]}: what does not open is refused, and what is named there.
      """
    case .batch:
      #"Where something of a share is refused: "keep" the rest, or take "all-or-nothing"."#
    case .rows:
      """
      One row for each kind of share: from reports about these apps, not from a device. Remove those that do
      not matter, and add those that do. "device": true demands a record from a device.
      """
    case .row(let id): rowComment(id)
    }
  }

  private var acceptComment: String {
    let origin =
      !hasRule
      ? "The Info.plist has no activation rule, so that any file is accepted."
      : terms.isOpen
        ? "The activation rule names no type, so that any file is accepted."
        : "What the activation rule names."
    return """
      \(origin) The preferred type comes first. Links and text come last:
      sources add them to what they share. A type may have terms of its own, such as
      {"type": "public.image", "load": ["file", "data"], "maximumSize": "50 MiB"}
      """
  }

  private func rowComment(_ id: String) -> String? {
    guard let row = contract.rows.first(where: { $0.id == id }) else { return nil }
    if hiddenRows.contains(id) {
      return """
        The activation rule does not show the extension for this share: widen the rule, or remove the row.
        If the row stays, name the tests that cover it.
        """
    }
    if row.expectations.contains(where: { $0.result == .refused(.contentMismatch) }) {
      return """
        Refused although its type is accepted: the file is reported to hold something else than it is
        declared as, such as the archive of an object in place of an image ("content-mismatch").
        """
    }
    if row.isSupported {
      return "To do: name the tests that cover it, such as Module.Suite/test()."
    }
    return row.appears
      ? "Refused, although the extension appears: narrow the rule, or accept a type of it."
      : "Refused: what a person does not find in the menu, or is told."
  }
}

extension ContractRow {
  fileprivate func isSameShare(as other: ContractRow) -> Bool {
    source == other.source && content == other.content && items == other.items
  }
}
