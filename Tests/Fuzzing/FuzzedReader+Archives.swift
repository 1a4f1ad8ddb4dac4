import Archives
import ChangeEvidence

/// The readers of evidence archives and of what seals them.
extension FuzzedReader {
  func readArchive(_ bytes: [UInt8]) {
    let source: (UnsafeMutableRawBufferPointer, Int64) throws -> Int = { buffer, offset in
      let piece = bytes[Int(offset)...].prefix(buffer.count)
      buffer.copyBytes(from: piece)
      return piece.count
    }
    var limits = ArchiveReadingLimits()
    limits.entries = 1000
    limits.totalBytes = 8 << 20
    let structure = ZipStructure(size: Int64(bytes.count), read: source)
    let entries = try? structure.entries(within: limits)
    if let count = try? structure.check(within: limits) {
      precondition(count == entries?.count, "what is in order is also allowed")
    }
    if entries != nil { unpack(bytes.count, limits, source) }
    _ = try? TarStructure(size: Int64(bytes.count), read: source).check(within: limits)
    guard var reader = try? ArchiveReader(size: Int64(bytes.count), limits: limits, read: source)
    else { return }
    var total = 0
    while let entry = try? reader.next() {
      _ = try? entry.path()
      guard let content = try? reader.readAll(limit: 8 << 20) else { break }
      total += content.count
    }
    precondition(total <= 8 << 20, "more came out than the limits allow")
  }

  /// Unpacks a zip whose structure is known.
  private func unpack(
    _ size: Int, _ limits: ArchiveReadingLimits,
    _ source: @escaping (UnsafeMutableRawBufferPointer, Int64) throws -> Int
  ) {
    guard
      var reader = try? ArchiveReader(
        size: Int64(size), limits: limits, isKnownZip: true, read: source)
    else { return }
    var total = 0
    while (try? reader.next()) != nil {
      while let piece = try? reader.readPiece(), piece > 0 { total += piece }
    }
    precondition(total <= 8 << 20, "more came out than the limits allow")
  }

  func readManifest(_ bytes: [UInt8]) {
    if let manifest = try? Manifest(reading: bytes) {
      let again = try? Manifest(reading: manifest.json)
      precondition(again?.members == manifest.members, "the manifest is not what was read")
    }
    _ = try? Statement.Subject(reading: bytes, predicateType: Statement.changeEvidenceType)
    if let envelope = try? SignedEnvelope(reading: bytes) {
      precondition((try? SignedEnvelope(reading: envelope.json)) == envelope, "not what was read")
    }
  }
}
