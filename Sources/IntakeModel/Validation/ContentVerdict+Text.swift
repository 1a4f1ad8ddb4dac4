extension ContentVerdict {
  /// The verdict as records have it: its name, the reason, and the numbers.
  ///
  /// Such as `valid pages=117`, `locked`, `invalid damaged`, `not-validated no-validator` or
  /// `refused decoded-size found=12000000000 limit=536870912`. Stable over versions.
  public var text: String {
    switch self {
    case .valid(let facts), .repairable(let facts):
      ([name] + facts.texts).joined(separator: " ")
    case .locked: name
    case .invalid(let reason): "\(name) \(reason.name)"
    case .notValidated(let reason): "\(name) \(reason.name)"
    case .refused(let cap, let found, let limit):
      "\(name) \(cap.rawValue) found=\(found) limit=\(limit)"
    }
  }

  /// Reads back what ``text`` writes; `nil` for every other text.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard let name = words.first, let verdict = Self.read(name, Array(words.dropFirst())),
      verdict.text.utf8.elementsEqual(text.utf8)
    else { return nil }
    self = verdict
  }

  private static func read(_ name: String, _ words: [String]) -> Self? {
    switch (name, words.count) {
    case ("valid", _): ContentFacts(words).map(Self.valid)
    case ("repairable", _): ContentFacts(words).map(Self.repairable)
    case ("locked", 0): .locked
    case ("invalid", 1): InvalidReason(words[0]).map(Self.invalid)
    case ("not-validated", 1): NotValidatedReason(words[0]).map(Self.notValidated)
    case ("refused", 3): refusal(words)
    default: nil
    }
  }

  private static func refusal(_ words: [String]) -> Self? {
    guard let cap = ContentCap(rawValue: words[0]), let found = number(words[1], "found"),
      let limit = number(words[2], "limit")
    else { return nil }
    return .refused(cap, found: found, limit: limit)
  }

  private static func number(_ word: String, _ key: String) -> Int64? {
    guard word.hasPrefix(key + "="), let number = Int64(word.dropFirst(key.count + 1)), number >= 0
    else { return nil }
    return number
  }
}

extension ContentVerdict: CustomStringConvertible {
  public var description: String { text }
}

extension ContentFacts {
  private static let counts: [(name: String, path: any WritableKeyPath<Self, Int?> & Sendable)] = [
    ("pages", \.pages), ("width", \.width), ("height", \.height), ("frames", \.frames),
    ("entries", \.entries),
  ]
  private static let sizeName = "decoded-size"

  /// Such as `pages=3`, in one order.
  fileprivate var texts: [String] {
    let counts = Self.counts.compactMap { count in
      self[keyPath: count.path].map { "\(count.name)=\($0)" }
    }
    return counts + (decodedSize.map { ["\(Self.sizeName)=\($0.bytes)"] } ?? [])
  }

  fileprivate init?(_ words: [String]) {
    self.init()
    for word in words {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int64(parts[1]), number >= 0 else { return nil }
      if parts[0] == Self.sizeName {
        decodedSize = ByteCount(bytes: number)
      } else {
        guard let count = Self.counts.first(where: { $0.name == parts[0] }),
          let number = Int(exactly: number)
        else { return nil }
        self[keyPath: count.path] = number
      }
    }
  }
}
