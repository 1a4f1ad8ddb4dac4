import Archives

/// The kind of an evidence archive. Both have the same members and the same content digest.
package enum EvidenceFormat: String, CaseIterable, Sendable {
  /// Opens by double click everywhere.
  case zip
  /// Smaller, where there are many logs.
  case tarZstandard = "tar.zst"

  var archive: ArchiveFormat {
    switch self {
    case .zip: .zip(compression: .deflated(level: 6))
    case .tarZstandard: .tar(filter: .zstd(level: 9))
    }
  }

  init?(_ container: ArchiveReader.Container?) {
    switch container {
    case .zip: self = .zip
    case .tarZstandard: self = .tarZstandard
    case .tar, nil: return nil
    }
  }
}
