extension ActivationDictionary {
  /// The keys that are not about one kind of attachment.
  enum Key {
    static let version = "NSExtensionActivationDictionaryVersion"
    static let strictMatching = "NSExtensionActivationUsesStrictMatching"
    static let minimumCount = "NSExtensionActivationSupportsAttachmentsWithMinCount"
    static let maximumCount = "NSExtensionActivationSupportsAttachmentsWithMaxCount"
  }

  /// The form of value that a key wants.
  enum ValueForm {
    case count
    case version
    case boolean

    var name: String {
      switch self {
      case .count: "an integer from 0"
      case .version: "the integer 1 or 2"
      case .boolean: "a boolean"
      }
    }
  }

  /// All documented keys.
  static let keys: [String: ValueForm] = {
    var keys: [String: ValueForm] = [
      Key.version: .version, Key.strictMatching: .boolean, Key.minimumCount: .count,
      Key.maximumCount: .count,
    ]
    for kind in AttachmentKind.allCases { keys[kind.key] = kind == .text ? .boolean : .count }
    return keys
  }()
}

extension ActivationDictionary: CustomStringConvertible {
  /// The dictionary in XML, with its keys in a fixed order.
  public var description: String {
    var lines: [String] = []
    func add(_ key: String, _ value: String) { lines.append("  <key>\(key)</key>\(value)") }
    func boolean(_ value: Bool) -> String { value ? "<true/>" : "<false/>" }
    if version != .allAttachments { add(Key.version, "<integer>\(version.rawValue)</integer>") }
    if let minimumCount { add(Key.minimumCount, "<integer>\(minimumCount)</integer>") }
    if let maximumCount { add(Key.maximumCount, "<integer>\(maximumCount)</integer>") }
    for kind in AttachmentKind.allCases {
      guard let maximum = maximums[kind] else { continue }
      add(kind.key, kind == .text ? boolean(maximum > 0) : "<integer>\(maximum)</integer>")
    }
    if usesStrictMatching { add(Key.strictMatching, boolean(true)) }
    return "<dict>\n" + lines.map { $0 + "\n" }.joined() + "</dict>"
  }
}
