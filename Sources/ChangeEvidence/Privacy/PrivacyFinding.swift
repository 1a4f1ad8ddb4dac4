import ShareContract

/// Something in a member of an archive that looks like content of a user: what kind of thing and where, and
/// nothing of it.
public struct PrivacyFinding: Sendable, Hashable {
  /// The member's path in the archive.
  public let member: String
  /// From one; `nil` for the member as a whole.
  public let line: Int?
  /// What the place looks like.
  public let kind: Kind

  /// Makes a finding at a line of a member, from one, or of the member as a whole where `line` is `nil`.
  public init(_ kind: Kind, in member: String, line: Int?) {
    self.kind = kind
    self.member = member
    self.line = line
  }

  /// A kind of thing that is no business of an archive (P10).
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// An address of mail, such as `local@domain.tld`.
    case emailAddress = "email-address"
    /// A telephone number: with a country's code, in an American group, with a leading zero and an area code, or
    /// after `tel:`.
    case phoneNumber = "phone-number"
    /// A place on Earth.
    case coordinates
    /// An absolute path, or one in a home folder.
    case path
    /// The same within the backquotes of a name in source code.
    case quotedPath = "quoted-path"
    /// The name of a photo, a film or a document.
    case fileName = "file-name"
    /// The name of a person or of a person's device.
    case name
    /// One of the words that the caller named.
    case privateWord = "private-word"
    /// A password, a token, or an address with one.
    case token
    /// A line that begins or ends a private key, as PEM, PGP and OpenSSH write it.
    case privateKey = "private-key"
    /// The bytes of an image, a film, a document or an archive, as they are or in base 64.
    case media
    /// Bytes that are no text, or a line that is too long to be looked at.
    case unreadable
  }
}

extension PrivacyFinding: CustomStringConvertible {
  /// Such as `device/log.jsonl, line 12: email-address`.
  public var description: String {
    Quotation.of(member) + (line.map { ", line \($0)" } ?? "") + ": \(kind.rawValue)"
  }
}

extension PrivacyFinding: Comparable {
  /// By member in byte order, then by line and kind.
  public static func < (left: Self, right: Self) -> Bool {
    if !left.member.utf8.elementsEqual(right.member.utf8) {
      return left.member.utf8.lexicographicallyPrecedes(right.member.utf8)
    }
    return (left.line ?? 0, left.kind.rawValue) < (right.line ?? 0, right.kind.rawValue)
  }
}
