import UniformTypes

extension ActivationDictionary {
  /// Reads the documented keys, and passes over all others.
  ///
  /// Numbers and booleans stand for each other, as they do where a system reads property lists;
  /// values of any other type count as missing, and negative numbers as 0. A version other than 1
  /// and 2 counts as 1.
  init(_ members: [PropertyListNode.Member]) {
    self.init()
    for member in members {
      guard let number = Self.number(member.node) else { continue }
      switch member.key {
      case Key.version: version = Version(rawValue: number) ?? .allAttachments
      case Key.strictMatching: usesStrictMatching = number != 0
      case Key.minimumCount: minimumCount = max(0, number)
      case Key.maximumCount: maximumCount = max(0, number)
      default:
        guard let kind = AttachmentKind(rawValue: member.key) else { continue }
        maximums[kind] = kind == .text ? (number != 0 ? Int.max : 0) : max(0, number)
      }
    }
  }

  /// The number that a value stands for.
  static func number(_ node: PropertyListNode) -> Int? {
    guard case .scalar(let value) = node.content else { return nil }
    switch value {
    case .integer(let number): return Int(clamping: number)
    case .boolean(let value): return value ? 1 : 0
    case .real(let number): return Int(exactly: number)
    default: return nil
    }
  }
}
