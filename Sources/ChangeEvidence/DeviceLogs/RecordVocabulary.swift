public import IntakeModel
public import UniformTypes

/// The words that records of shares may hold besides those that everybody knows: those of the contract.
public struct RecordVocabulary: Sendable, Hashable {
  /// Source applications and kinds of content.
  public var labels: Set<RecordLabel>
  /// Types that no registry knows.
  public var types: Set<TypeIdentifier>
  /// The names of rows.
  public var rows: Set<String>

  /// No words of any contract.
  public init() {
    labels = []
    types = []
    rows = []
  }

  /// The words of a contract.
  public init(_ contract: InputContract) {
    labels = Set(contract.rows.flatMap { [$0.source, $0.content] })
    types = Set(contract.rule.accepted.map(\.type) + contract.rule.refused.map(\.type))
    types.formUnion(contract.rows.flatMap { $0.items.flatMap { $0.attachments.flatMap { $0 } } })
    rows = Set(contract.rows.map(\.id))
  }

  /// Applications that come with the system, or that many have.
  private static let applications: Set<String> = [
    "Photos", "Photo picker", "Files", "Safari", "Mail", "Messages", "Notes", "Camera", "Calendar",
    "Contacts",
    "Maps", "Apple Maps", "Music", "Podcasts", "Books", "News", "Stocks", "Wallet", "Voice Memos",
    "Freeform",
    "Keynote", "Pages", "Numbers", "Preview", "Finder", "Shortcuts", "Journal",
    "Screenshot preview",
    "Screenshot overlay", "Scanner", "WhatsApp", "Telegram", "Signal", "Chrome", "Google Photos",
    "Google Drive",
    "Gmail", "Dropbox", "OneDrive", "Outlook", "Slack",
  ]

  func keeps(source: RecordLabel) -> Bool {
    Self.applications.contains(source.text) || labels.contains(source)
  }

  func keeps(content: RecordLabel) -> Bool { labels.contains(content) }

  func keeps(_ type: TypeIdentifier) -> Bool {
    types.contains(type) || !type.isDynamic && TypeRegistry.standard.knows(type)
  }

  // MARK: Systems and devices

  private static let systems = [
    "iOS", "iPadOS", "macOS", "visionOS", "watchOS", "tvOS", "Linux", "Ubuntu", "Debian",
  ]

  /// `iOS 26.1`: a system with a version.
  static func isSystem(_ label: RecordLabel) -> Bool {
    let words = label.text.split(separator: " ", omittingEmptySubsequences: false)
    guard let name = words.first, systems.contains(String(name)), words.count <= 4 else {
      return false
    }
    return words.dropFirst().enumerated().allSatisfy { index, word in
      index == 0 ? isVersion(word) : word == "beta" || word == "RC" || isShortNumber(word)
    }
  }

  /// `23B85`, or `23B5046f` of a beta.
  static func isSystemBuild(_ label: RecordLabel) -> Bool {
    let text = Array(label.text.utf8)
    let major = text.prefix { isDigit($0) }
    let rest = text.dropFirst(major.count)
    guard (1...2).contains(major.count), let letter = rest.first, (0x41...0x5A).contains(letter)
    else { return false }
    let minor = rest.dropFirst().prefix { isDigit($0) }
    let end = rest.dropFirst(1 + minor.count)
    return (1...5).contains(minor.count) && end.count <= 1
      && end.allSatisfy { (0x61...0x7A).contains($0) }
  }

  private static let families = [
    "iPhone", "iPad", "iPod", "Mac", "MacBookPro", "MacBookAir", "MacBook", "Macmini", "MacPro",
    "iMac", "iMacPro",
    "RealityDevice", "AppleTV", "Watch",
  ]

  private static let modelWords: Set<String> = [
    "iPhone", "iPad", "iPod", "touch", "Mac", "MacBook", "iMac", "mini", "Mini", "Studio", "Apple",
    "Vision", "Pro",
    "Max", "Plus", "Air", "SE", "XR", "XS", "X", "e", "Ultra", "Simulator", "inch", "generation",
    "simulator",
    "(1st", "(2nd", "(3rd", "(4th", "(5th", "(6th", "(7th", "(8th", "(9th", "(10th", "(11th",
    "generation)",
    "(A16)", "(M1)", "(M2)", "(M3)", "(M4)", "(M5)", "M1", "M2", "M3", "M4", "M5",
  ]

  /// `iPhone17,1`, or the name of a model such as `iPhone 17 Pro`: never the name that somebody gave a device.
  static func isModel(_ label: RecordLabel) -> Bool {
    let text = label.text
    let family = text.prefix { $0.isASCII && $0.isLetter }
    if families.contains(String(family)) {
      let numbers = text.dropFirst(family.count).split(
        separator: ",", omittingEmptySubsequences: false)
      if numbers.count == 2, numbers.allSatisfy({ isShortNumber($0) }) { return true }
    }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard let first = words.first,
      first.hasPrefix("i") || first == "Mac" || first == "MacBook" || first == "Apple"
    else { return false }
    return words.count <= 7
      && words.allSatisfy { word in
        let bare =
          word.hasSuffix("-inch") ? word.dropLast(5) : word.hasSuffix("e") ? word.dropLast() : word
        return modelWords.contains(String(word)) || isShortNumber(bare)
      }
  }

  /// `1.4 (210)`: numbers, each of at most eight digits, as dates have.
  static func isBuild(_ label: RecordLabel) -> Bool {
    let numbers = label.text.split { "., ()-+".contains($0) }
    return !numbers.isEmpty && numbers.count <= 6
      && numbers.allSatisfy { $0.utf8.count <= 8 && $0.utf8.allSatisfy { isDigit($0) } }
      && numbers.reduce(0) { $0 + $1.utf8.count } <= 12
  }

  private static func isVersion(_ word: Substring) -> Bool {
    let numbers = word.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count <= 4 && numbers.allSatisfy { isShortNumber($0) }
  }

  private static func isShortNumber(_ word: Substring) -> Bool {
    (1...3).contains(word.utf8.count) && word.utf8.allSatisfy { isDigit($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
