import Archives
import JSONSyntax
import ShareContract

/// The name of a member of an evidence archive.
///
/// Stricter than what archives allow, so that it means the same to every reader: relative, in UTF-8, `/` between
/// the components, no `\`, nothing that acts on what shows it, at most 512 bytes. Two names are the same where they
/// are canonically equivalent, as they are to libarchive and to some file systems.
package struct EvidencePath: Sendable, Hashable {
  package let text: String

  package static let maximumLength = 512

  /// - Throws: ``EvidenceError`` with the name, escaped.
  package init(_ text: String) throws(EvidenceError) {
    if let fault = Self.fault(of: text) {
      throw EvidenceError("\(Quotation.of(text)) is no name for a member: \(fault)")
    }
    self.text = text
  }

  /// What is wrong with a name; `nil` where nothing is.
  static func fault(of text: String) -> String? {
    if text.utf8.count > maximumLength {
      return "it has \(text.utf8.count) bytes, more than \(maximumLength)"
    }
    if text.utf8.contains(UInt8(ascii: "\\")) { return #"it has a '\'"# }
    if text.unicodeScalars.contains(where: { $0.needsEscape }) {
      return "it has a control or format character"
    }
    do throws(ArchiveError) {
      _ = try ArchivePath(text)
      return nil
    } catch {
      return error.text
    }
  }

  /// What two names share that are one file where case makes no difference.
  package var caseFolded: String { text.lowercased() }
}

extension EvidencePath: Comparable {
  /// By bytes: the order of members in the archive.
  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
