import IntakeModel
import UniformTypes

/// How the rule is found in a file.
extension ExtensionPropertyList {
  private static let ruleKey = "NSExtensionActivationRule"

  /// Whether the bytes begin as a property list does, and not as a predicate.
  static func isPropertyList(_ bytes: [UInt8]) -> Bool {
    if PropertyListNode.isBinary(bytes) { return true }
    return firstMark(bytes).map { bytes[$0] == UInt8(ascii: "<") } ?? false
  }

  /// The first byte that is neither white space nor part of a byte order mark.
  private static func firstMark(_ bytes: [UInt8]) -> Int? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].firstIndex { $0 != 0x20 && !(0x09...0x0D ~= $0) }
  }

  /// Reads a file that holds a predicate and nothing else.
  static func predicate(in bytes: [UInt8]) throws(DocumentError) -> ActivationRule {
    guard bytes.count <= ActivationRule.maximumLength else {
      throw DocumentError(
        "the file is no property list, and with \(bytes.count) bytes longer than a predicate may "
          + "be, which is \(ActivationRule.maximumLength) bytes",
        at: .byte(ActivationRule.maximumLength))
    }
    guard let start = firstMark(bytes) else {
      throw DocumentError(
        "the file is empty; expected an Info.plist, a property list of a rule, or the text of a "
          + "predicate")
    }
    if bytes[start] == UInt8(ascii: "{") {
      if let kind = DocumentKind(of: bytes) {
        throw DocumentError(kind.mismatch(expecting: .propertyList))
      }
      throw DocumentError(
        "the file is JSON or a property list in the old text form; convert it with "
          + "'plutil -convert xml1'", at: .ofByte(start, in: bytes))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DocumentError(
        "the file is neither a property list nor text in UTF-8", at: .byte(invalidByte(bytes)))
    }
    return try ActivationRule(predicate: text)
  }

  /// The first byte that is no part of a character in UTF-8.
  private static func invalidByte(_ bytes: [UInt8]) -> Int {
    var decoder = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var place = 0
    while case .valid(let scalar) = decoder.parseScalar(from: &rest) { place += scalar.count }
    return place
  }

  /// Finds the rule in a property list.
  static func source(
    in root: PropertyListNode, _ bytes: [UInt8]
  ) throws(DocumentError) -> RuleSource? {
    func source(_ node: PropertyListNode, _ path: String) -> RuleSource {
      RuleSource(bytes: bytes, form: .propertyList(node, path: path))
    }
    guard let members = root.members else { return source(root, "the text") }
    guard let point = root["NSExtension"] else {
      if let rule = root[ruleKey] { return source(rule, ruleKey) }
      let isRule = members.contains { $0.key.hasPrefix("NSExtensionActivation") }
      return isRule ? source(root, "the dictionary") : nil
    }
    func dictionary(
      _ node: PropertyListNode, _ path: String
    ) throws(DocumentError) -> PropertyListNode {
      guard node.members == nil else { return node }
      throw DocumentError(
        "\(path) is \(node.kind) where a dictionary belongs",
        at: RuleSource.place(ofByte: node.offset, in: bytes))
    }
    guard let attributes = try dictionary(point, "NSExtension")["NSExtensionAttributes"] else {
      return nil
    }
    let path = "NSExtension.NSExtensionAttributes"
    guard let rule = try dictionary(attributes, path)[ruleKey] else { return nil }
    var found = source(rule, "\(path).\(ruleKey)")
    found.neighbours = attributes.members ?? []
    return found
  }

  /// Finds what is meant as a rule in a property list that has none in its place.
  static func misplacedRule(
    in root: PropertyListNode, _ bytes: [UInt8]
  ) -> MisplacedRule? {
    let point = root["NSExtension"]
    let dictionaries = [
      (root, "at the top of the property list"), (point, "directly in NSExtension"),
      (point?["NSExtensionAttributes"], "directly in NSExtensionAttributes"),
    ]
    for (dictionary, path) in dictionaries {
      for member in dictionary?.members ?? [] {
        let isRule = member.key == ruleKey
        guard isRule || ActivationDictionary.keys[member.key] != nil else { continue }
        return MisplacedRule(
          key: member.key, container: path,
          place: RuleSource.place(ofByte: member.keyOffset, in: bytes))
      }
    }
    return nil
  }

  /// Reads the rule that was found.
  static func rule(_ source: RuleSource) throws(DocumentError) -> ActivationRule {
    guard case .propertyList(let node, let path) = source.form else {
      return try predicate(in: source.bytes)
    }
    if let members = node.members { return .dictionary(ActivationDictionary(members)) }
    guard let text = node.string else {
      throw DocumentError(
        "\(path) is \(node.kind) where a dictionary or the text of a predicate belongs",
        at: source.place)
    }
    do throws(PredicateSyntaxError) {
      return .predicate(try ActivationPredicate(parsing: text))
    } catch {
      throw DocumentError(
        "\(path), byte \(error.offset) of its text: \(error.message)",
        at: source.place(inPredicate: error.offset))
    }
  }
}
