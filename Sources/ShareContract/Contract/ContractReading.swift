import IntakeModel
import JSONSyntax
import UniformTypes

/// The reading of one contract.
struct ContractReading {
  var document = DocumentReading()
  let registry: TypeRegistry
  var types: TypeCheck
  /// Where the cap on attachments stands.
  var countPlace: DocumentPlace?
  /// Whether each row was held against the terms.
  var rowsWereJudged = false

  init(registry: TypeRegistry) {
    self.registry = registry
    types = TypeCheck(registry: registry)
  }

  /// The version that is read and written.
  static let version: Int64 = 1

  /// What was read, with the places that checks name.
  struct Result {
    var contract: InputContract
    var accepted: [JSONPlace]
    var refused: [JSONPlace]
    var rows: [RowPlaces]

    var rowPlaces: [String: DocumentPlace] {
      Dictionary(
        zip(contract.rows.map(\.id), rows.map { DocumentPlace($0.row) }), uniquingKeysWith: { $1 })
    }
  }

  /// Reads and checks; `nil` for what is no contract of this version at all.
  mutating func read(_ node: JSONNode) -> Result? {
    guard isOfThisVersion(node) else { return nil }
    let isObject = document.isObject(
      node, "a contract", keys: ContractKeys.document,
      required: ContractKeys.document.filter { ["version", "name", "accept"].contains($0) })
    guard isObject else { return nil }
    _ = document.string(node["$schema"], "'$schema'")
    let accepted = readAccepted(node["accept"])
    let refused = readRefused(node["refuse"])
    let limits = readLimits(node["limits"])
    let validation = readValidation(node["validation"])
    let rows = readRows(node["rows"])
    var rule = SelectionRule(accepted.map(\.value), refusing: refused.map(\.value))
    rule.directories = document.choice(node["directories"], "'directories'") ?? .refuse
    let contract = InputContract(
      name: readName(node["name"]) ?? "", rule: rule, limits: limits, validation: validation,
      batchPolicy: document.choice(node["batch"], "'batch'") ?? .keep, rows: rows.map(\.row))
    let result = Result(
      contract: contract, accepted: accepted.map(\.place), refused: refused.map(\.place),
      rows: rows.map(\.places))
    check(result, of: node)
    return result
  }

  /// A file of another version has other members, so that nothing else is said of it.
  private mutating func isOfThisVersion(_ node: JSONNode) -> Bool {
    guard node.members != nil else {
      document.expected("an object, which a contract is", found: node)
      return false
    }
    guard let version = node["version"] else { return true }
    guard let number = version.integer else {
      document.expected("the number \(Self.version) for 'version'", found: version)
      return false
    }
    guard number == Self.version else {
      document.problems.error(
        "version \(number) of contracts is not known",
        advice: "this program reads version \(Self.version)", at: version.place)
      return false
    }
    return true
  }

  private mutating func readName(_ node: JSONNode?) -> String? {
    readText(node, "'name'", limit: 200)
  }

  /// Whether a text can stand where ``readText(_:_:limit:)`` reads one.
  static func isText(_ text: String, limit: Int) -> Bool {
    (1...limit).contains(text.unicodeScalars.count)
      && !text.unicodeScalars.contains(where: \.needsEscape)
  }

  /// A text for people: not empty, bounded, without control characters.
  mutating func readText(_ node: JSONNode?, _ what: String, limit: Int) -> String? {
    guard let text = document.string(node, what), let node else { return nil }
    let length = text.unicodeScalars.count
    if length == 0 || length > limit {
      document.problems.error(
        "\(what) has \(length) characters", advice: "it has 1 to \(limit)", at: node.place)
      return nil
    }
    if let scalar = text.unicodeScalars.first(where: \.needsEscape) {
      let number = String(scalar.value, radix: 16, uppercase: true)
      document.problems.error(
        "\(what) holds U+\(String(repeating: "0", count: max(0, 4 - number.utf8.count)))\(number)",
        advice: "it has only characters that are seen", at: node.place)
      return nil
    }
    return text
  }
}
