import Archives
import IntakeModel

/// Writes an archive again, in thought: what this program makes of the same members.
///
/// It finds what the digests of members cannot: a changed time, mode or owner, a hidden field, bytes behind the end.
/// Another version of the compressing library may write other bytes, so that a difference alone proves nothing.
final class Rebuilding {
  private var writer: ArchiveWriter?
  private let output: ArchiveDigest

  init(_ format: EvidenceFormat) throws {
    output = ArchiveDigest { _ in }
    writer = try ArchiveWriter(format: format.archive, write: output.write)
  }

  func add(
    _ path: EvidencePath, _ size: Int64, _ time: ArchiveTime?, prefix: [UInt8],
    _ read: (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws {
    try writer?.add(
      ArchiveEntryHeader(
        path: ArchivePath(path.text), kind: .file(size: size), modified: time,
        isCompressible: MemberContent.isCompressible(prefix: prefix)), read: read)
  }

  /// The digest of what was written. Ends it.
  func finish() throws -> ContentDigest {
    if let writer = writer.take() { try writer.finish() }
    return try output.digest()
  }
}
