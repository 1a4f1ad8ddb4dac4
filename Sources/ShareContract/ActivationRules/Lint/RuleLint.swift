public import UniformTypes

/// Looks for what commonly goes wrong in activation rules.
///
/// Where it can, it goes by what a rule decides for shares made up for the purpose, and not by how it
/// is written.
public enum RuleLint {
  /// How many attachments people select at once in everyday use. A maximum below that is worth a
  /// warning: it is no cut, the extension is gone.
  public static let commonSelection = 20

  /// The most findings that are given, the first in the file.
  public static let maximumFindings = 100

  /// The most steps of each decision for a share that was made up.
  static let maximumSteps = 100_000

  /// The most unknown types for which a known one is looked for.
  static let maximumSuggestions = 16

  /// The most types of one rule for which shares are made up.
  static let maximumProbes = 32

  /// What is worth changing in the rule of a file, in the order of the file; nothing for a file
  /// without a rule.
  ///
  /// - Parameters:
  ///   - list: The file.
  ///   - registry: The known types; those of the built-in facts and of the file if `nil`.
  ///   - selection: The least maximum that draws no warning; such as the count of a contract.
  /// - Complexity: That of some hundred decisions.
  public static func findings(
    in list: ExtensionPropertyList, registry: TypeRegistry? = nil,
    selection: Int = RuleLint.commonSelection
  ) -> [RuleFinding] {
    guard let rule = list.rule, let source = list.source else { return [] }
    var notes = misplacedKeys(source)
    switch rule {
    case .predicate(let predicate):
      let lint = PredicateLint(
        predicate: predicate, registry: registry ?? list.registry, selection: selection)
      notes += lint.notes().map { note in
        var note = note
        note.offset = source.node?.offset(ofByte: note.offset) ?? note.offset
        return note
      }
    case .dictionary(let dictionary):
      notes += DictionaryLint(
        dictionary: dictionary, members: source.node?.members ?? [],
        offset: source.node?.offset ?? 0, selection: selection
      ).notes()
    }
    let sorted = notes.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    return sorted.prefix(maximumFindings).map { $0.element.finding(in: source) }
  }

  /// Keys of the dictionary form beside the rule, where nothing looks for them.
  private static func misplacedKeys(_ source: RuleSource) -> [RuleNote] {
    let misplaced = source.neighbours.lazy.filter { ActivationDictionary.keys[$0.key] != nil }
    return misplaced.prefix(maximumFindings).map { member in
      RuleNote(
        .misplacedKey, .error, at: member.keyOffset, key: member.key,
        "\(member.key) stands beside NSExtensionActivationRule",
        because: "it is read only within the dictionary of the rule, and has no effect here",
        fix: "move it into the dictionary of NSExtensionActivationRule")
    }
  }
}

/// A finding before its place in the file is worked out.
struct RuleNote {
  let code: RuleFinding.Code
  let severity: RuleFinding.Severity
  /// The byte of the file, or of the text of the predicate.
  var offset: Int
  let key: String?
  let problem: String
  let reason: String
  let fix: String

  init(
    _ code: RuleFinding.Code, _ severity: RuleFinding.Severity, at offset: Int, key: String? = nil,
    _ problem: String, because reason: String, fix: String
  ) {
    self.code = code
    self.severity = severity
    self.offset = offset
    self.key = key
    self.problem = problem
    self.reason = reason
    self.fix = fix
  }

  func finding(in source: RuleSource) -> RuleFinding {
    RuleFinding(
      code: code, severity: severity, place: source.place(ofByte: offset), key: key,
      problem: problem, reason: reason, fix: fix)
  }
}
