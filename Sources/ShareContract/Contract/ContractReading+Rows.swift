import IntakeModel
import JSONSyntax
import UniformTypes

/// Where the parts of a row stand.
struct RowPlaces: Sendable {
  var row: JSONPlace
  var id: JSONPlace
  var declares: JSONPlace
  var expect: JSONPlace
  /// One for each expectation.
  var expectations: [ExpectationPlaces] = []
  var appears: JSONPlace?
  var tests: JSONPlace?
}

/// Where the parts of an expectation stand.
struct ExpectationPlaces: Sendable {
  var result: JSONPlace
  var representation: JSONPlace
  var content: JSONPlace
}

extension ContractReading {
  static let maximumRows = 10_000
  /// The most declared types in all rows, which bounds what checking them costs.
  private static let maximumDeclared = 20_000
  private static let maximumAttachments = 1_000

  mutating func readRows(_ node: JSONNode?) -> [(row: ContractRow, places: RowPlaces)] {
    guard let elements = document.array(node, "'rows'", limit: Self.maximumRows) else { return [] }
    var rows: [(row: ContractRow, places: RowPlaces)] = []
    var declared = 0
    for element in elements {
      guard let read = readRow(element) else { continue }
      declared += read.row.items.reduce(0) { $0 + $1.attachments.reduce(0) { $0 + $1.count } }
      guard declared <= Self.maximumDeclared else {
        document.problems.error(
          "the rows up to here declare more than \(Self.maximumDeclared) types",
          advice: "split the contract", at: element.place)
        break
      }
      rows.append(read)
    }
    return rows
  }

  private mutating func readRow(_ node: JSONNode) -> (row: ContractRow, places: RowPlaces)? {
    let required = ["id", "source", "content", "expect"]
    guard document.isObject(node, "a row", keys: ContractKeys.row, required: required) else {
      return nil
    }
    let id = readRowID(node["id"])
    let source = document.label(node["source"], "'source'")
    let content = document.label(node["content"], "'content'")
    let declared = readDeclared(of: node)
    let expected = readExpectations(node["expect"])
    let appears = document.boolean(node["appears"], "'appears'")
    let tests = readTests(node["tests"])
    let device = document.boolean(node["device"], "'device'")
    guard let id, let source, let content, let declared, let expected else { return nil }
    let row = ContractRow(
      id: id, source: source, content: content, items: declared.value,
      expectations: expected.map(\.value), appears: appears, tests: tests,
      requiresDevice: device ?? false)
    let places = RowPlaces(
      row: node.place, id: node["id"]?.place ?? node.place, declares: declared.place,
      expect: node["expect"]?.place ?? node.place, expectations: expected.map(\.places),
      appears: node["appears"]?.place, tests: node["tests"]?.place)
    return (row, places)
  }

  private mutating func readRowID(_ node: JSONNode?) -> String? {
    guard let text = document.string(node, "'id'"), let node else { return nil }
    if ContractRow.isIdentifier(text) { return text }
    document.problems.error(
      "'id' cannot be \(Quotation.of(text))",
      advice: "it has 1 to 64 lowercase letters, digits and hyphens, such as photos-still",
      at: node.place)
    return nil
  }

  // MARK: What is declared

  private mutating func readDeclared(of row: JSONNode) -> Placed<[SharedItem]>? {
    let forms = ["declares", "attachments", "items"].compactMap { name in
      row.members?.first { $0.name == name }
    }
    guard let form = forms.first else {
      document.problems.error(
        "a row lacks what is declared",
        advice:
          "add 'declares' with the types of one attachment, 'attachments' with those of several, "
          + "or 'items' with several such lists", at: row.place)
      return nil
    }
    for other in forms.dropFirst() {
      document.problems.error(
        "a row has '\(form.name)' and '\(other.name)'", advice: "keep one of them", at: other.place)
    }
    let items: [SharedItem]?
    switch form.name {
    case "declares":
      items = readTypes(form.value, "'declares'").map { [SharedItem(attachments: [$0])] }
    case "attachments": items = readItem(form.value, "'attachments'").map { [$0] }
    default: items = readItems(form.value)
    }
    return items.map { Placed(value: $0, place: form.value.place) }
  }

  private mutating func readItems(_ node: JSONNode) -> [SharedItem]? {
    guard let elements = document.array(node, "'items'", limit: Self.maximumAttachments) else {
      return nil
    }
    if elements.isEmpty { noElement("'items' has no item", at: node) }
    let items = elements.map { readItem($0, "an item") }
    return items.contains { $0 == nil } || items.isEmpty ? nil : items.compactMap { $0 }
  }

  private mutating func readItem(_ node: JSONNode, _ what: String) -> SharedItem? {
    guard let elements = document.array(node, what, limit: Self.maximumAttachments) else {
      return nil
    }
    if elements.isEmpty { noElement("\(what) has no attachment", at: node) }
    let attachments = elements.map { readTypes($0, "an attachment") }
    if attachments.isEmpty || attachments.contains(where: { $0 == nil }) { return nil }
    return SharedItem(attachments: attachments.compactMap { $0 })
  }

  private mutating func readTypes(_ node: JSONNode, _ what: String) -> [TypeIdentifier]? {
    guard let elements = document.array(node, what, limit: 64) else { return nil }
    if elements.isEmpty { noElement("\(what) declares no type", at: node) }
    let types = elements.map { readType($0, "a declared type") }
    return types.isEmpty || types.contains { $0 == nil } ? nil : types.compactMap { $0 }
  }

  private mutating func noElement(_ message: String, at node: JSONNode) {
    document.problems.error(message, advice: "name what the source declares", at: node.place)
  }

  // MARK: What is expected

  private typealias PlacedExpectation = (value: Expectation, places: ExpectationPlaces)

  private mutating func readExpectations(_ node: JSONNode?) -> [PlacedExpectation]? {
    guard let node else { return nil }
    if node.members != nil { return readExpectation(node).map { [$0] } }
    guard node.array != nil else {
      document.expected(
        "an object for 'expect', or an array with one for each attachment", found: node)
      return nil
    }
    guard let elements = document.array(node, "'expect'", limit: Self.maximumAttachments) else {
      return nil
    }
    let expectations = elements.map { readExpectation($0) }
    return expectations.contains { $0 == nil } ? nil : expectations.compactMap { $0 }
  }

  private mutating func readExpectation(_ node: JSONNode) -> PlacedExpectation? {
    let isObject = document.isObject(
      node, "an expectation", keys: ContractKeys.expectation, required: ["result"])
    guard isObject else { return nil }
    let representation = readType(node["representation"], "'representation'")
    let delivery: Representation.Delivery? = document.choice(node["load"], "'load'")
    let content = readType(node["content"], "'content'")
    guard let result = readResult(node["result"]) else { return nil }
    let expectation = Expectation(
      result, representation: representation, delivery: delivery, contentType: content)
    let places = ExpectationPlaces(
      result: node["result"]?.place ?? node.place,
      representation: node["representation"]?.place ?? node.place,
      content: node["content"]?.place ?? node.place)
    return (expectation, places)
  }

  private mutating func readResult(_ node: JSONNode?) -> ExpectedResult? {
    guard let text = document.string(node, "'result'"), let node else { return nil }
    if text == ContractRow.storedName { return .stored }
    if let code = IntakeError.Code(text) { return .refused(code) }
    document.notOne(
      of: [ContractRow.storedName] + IntakeError.Code.allCases.map(\.name), text, "'result'",
      at: node.place)
    return nil
  }

  private mutating func readTests(_ node: JSONNode?) -> [String] {
    guard let elements = document.array(node, "'tests'", limit: 1_000) else { return [] }
    var tests: [String] = []
    var seen: Set<String> = []
    for element in elements {
      guard let test = readText(element, "a test", limit: 1_000) else { continue }
      if !seen.insert(test).inserted {
        document.problems.warn(
          "the test \(Quotation.of(test)) stands twice in its row", advice: "remove one",
          at: element.place)
      } else if !test.contains(".") || test.hasPrefix(".") {
        document.problems.warn(
          "\(Quotation.of(test)) is not how a runner names a test",
          advice: "write Module.Suite/test()", at: element.place)
      }
      tests.append(test)
    }
    return tests
  }
}

extension ContractRow {
  /// How the result is written that is no reason code.
  static let storedName = "stored"

  /// Whether a text can name a row: 1 to 64 lowercase letters, digits and hyphens.
  static func isIdentifier(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}
