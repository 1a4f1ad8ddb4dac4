/// Looks for content of users in what is to go into an archive, which is text in all of its members.
///
/// It is a net below the readers, which keep only what is on their lists: a member in which it finds something stays
/// out. It can miss what looks like nothing, such as a name among words.
public struct PrivacyCheck: Sendable {
  /// Words that may be in no member, such as the names of the user, the machine and the customers; each has at least
  /// three bytes. Case in ASCII does not count.
  public var privateWords: [String]
  /// Names of files that are no content, such as those of test data; they are compared as a whole.
  public var allowedFileNames: Set<String>

  /// The most findings of a member; then the rest of it is not looked at.
  public static let maximumFindings = 100
  /// The most bytes of a line.
  public static let maximumLineLength = 1 << 20

  /// Makes a check. Private words of fewer than three bytes are left out.
  public init(privateWords: [String] = [], allowedFileNames: Set<String> = []) {
    self.privateWords = privateWords.filter { $0.utf8.count >= 3 }
    self.allowedFileNames = allowedFileNames
  }

  /// What is found in a member.
  ///
  /// - Returns: By line; at most one of a kind for each line.
  /// - Complexity: O(*n*) in the number of bytes, times the number of private words.
  public func findings(in bytes: [UInt8], of member: String) -> [PrivacyFinding] {
    var scan = PrivacyScan(member, self)
    bytes.withUnsafeBytes { scan.take($0) }
    return scan.finish()
  }
}

/// The check of one member, as its bytes come. Holds one line.
package struct PrivacyScan {
  private let member: String
  private let check: PrivacyCheck
  private let words: [[UInt8]]
  private var lines = LineSplitter(limit: PrivacyCheck.maximumLineLength)
  private var prefix: [UInt8] = []
  private var hasPrefix = false
  private var number = 0
  private var findings: [PrivacyFinding] = []

  package init(_ member: String, _ check: PrivacyCheck) {
    self.member = member
    self.check = check
    words = check.privateWords.map { $0.utf8.map(\.lowercasedASCII) }
  }

  private var isFull: Bool { findings.count >= PrivacyCheck.maximumFindings }

  /// Takes the next bytes of the member.
  package mutating func take(_ bytes: UnsafeRawBufferPointer) {
    guard !isFull else { return }
    if !hasPrefix {
      prefix += bytes.prefix(PrivacyPrefix.length - prefix.count)
      if prefix.count == PrivacyPrefix.length { checkPrefix() }
    }
    var lines = lines
    self.lines = LineSplitter(limit: 0)
    lines.add(bytes) { take($0) }
    self.lines = lines
  }

  /// Ends the member.
  ///
  /// - Returns: What was found, in order.
  package mutating func finish() -> [PrivacyFinding] {
    if !hasPrefix { checkPrefix() }
    var lines = lines
    self.lines = LineSplitter(limit: 0)
    lines.finish { take($0) }
    return findings.sorted()
  }

  private mutating func checkPrefix() {
    hasPrefix = true
    if PrivacyPrefix.isMedia(prefix) { find(.media, line: nil) }
    prefix = []
  }

  private mutating func find(_ kind: PrivacyFinding.Kind, line: Int?) {
    if !isFull { findings.append(PrivacyFinding(kind, in: member, line: line)) }
  }

  private mutating func take(_ line: LineSplitter.Line) {
    number += 1
    guard !isFull else { return }
    switch line {
    case .overlong: find(.unreadable, line: number)
    case .whole(let bytes), .cut(let bytes):
      let kinds = PrivacyLine.kinds(
        in: Array(bytes), words: words, allowing: check.allowedFileNames)
      for kind in kinds { find(kind, line: number) }
    }
  }
}
