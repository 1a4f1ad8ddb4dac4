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
    /// What is read is no archive, is cut or damaged, or is not of a kind that is read.
    case malformed
    /// What is read is encrypted, holds holes in place of bytes, or is compressed in an unknown way.
    case unsupported
    /// What is read has more entries or bytes than ``ArchiveReadingLimits`` allow.
    case limitExceeded
    /// The archive holds this name already.
    case duplicatePath
    /// The bytes read aren't as many as the header declares.
    case sizeMismatch
    /// The list of entries is larger than ``ArchiveLimits/directoryBytes``.
    case directoryTooLarge
    /// The library got no memory.
    case outOfMemory
    /// An earlier call failed, so the archive can't be continued, or read on.
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

  /// What there was too much of, where ``kind`` is `limitExceeded` and a limit of the whole archive is meant.
  package let excess: Excess?

  /// A limit of ``ArchiveReadingLimits`` that was exceeded.
  package struct Excess: Hashable, Sendable {
    package enum Limit: Hashable, Sendable {
      case entries
      /// Of one entry, or of all.
      case bytes
      case ratio
      case directoryBytes
    }

    package let limit: Limit
    /// What there is, as far as it was counted.
    package let found: Int64
    package let allowed: Int64

    package init(limit: Limit, found: Int64, allowed: Int64) {
      self.limit = limit
      self.found = found
      self.allowed = allowed
    }
  }

  init(_ kind: Kind, call: String, code: Int32 = 0, text: String, excess: Excess? = nil) {
    self.kind = kind
    self.call = call
    self.code = code
    self.text = text
    self.excess = excess
  }
}

extension ArchiveError: CustomStringConvertible {
  package var description: String {
    code == 0 ? "\(call): \(text)" : "\(call): \(text) (\(code))"
  }
}
