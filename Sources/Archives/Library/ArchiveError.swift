/// What went wrong with an archive.
///
/// The text names no entry, but libarchive's own text may: it is for a person to read, and does
/// not belong into a record.
package struct ArchiveError: Error, Hashable, Sendable {
  /// What to switch on.
  package enum Kind: Hashable, Sendable {
    /// libarchive, or a function of it, isn't there.
    case libraryMissing
    /// A name that would leave the folder it is unpacked into, or that zip or tar can't hold.
    case invalidPath
    /// The archive holds this name already.
    case duplicatePath
    /// The bytes read aren't as many as the header declares.
    case sizeMismatch
    /// The list of entries is larger than ``ArchiveLimits/directoryBytes``.
    case directoryTooLarge
    /// An earlier call failed, so the archive can't be continued.
    case abandoned
    /// A call of the library failed.
    case callFailed
  }

  package let kind: Kind

  /// The function that failed.
  package let call: String

  /// The library's or the system's number, 0 where there is none.
  package let code: Int32

  /// What happened, with the numbers involved.
  package let text: String

  init(_ kind: Kind, call: String, code: Int32 = 0, text: String) {
    self.kind = kind
    self.call = call
    self.code = code
    self.text = text
  }
}

extension ArchiveError: CustomStringConvertible {
  package var description: String {
    code == 0 ? "\(call): \(text)" : "\(call): \(text) (\(code))"
  }
}
