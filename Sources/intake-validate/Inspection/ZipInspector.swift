import Archives
import IntakeModel

/// Unpacks a zip into nothing, and counts.
///
/// An archive within it is an entry like any other, and is not opened.
struct ZipInspector {
  let limits: ValidationLimits

  /// Loads what cannot be loaded later. Where it fails, so does each zip.
  static func prepare() { try? ArchiveReader.prepare() }

  func verdict(on bytes: UnsafeRawBufferPointer) -> ContentVerdict {
    let source: (UnsafeMutableRawBufferPointer, Int64) -> Int = { buffer, offset in
      let piece = bytes[Int(offset)...].prefix(buffer.count)
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
      return piece.count
    }
    do {
      let entries = try ZipStructure(size: Int64(bytes.count), read: source).entries(
        within: readingLimits)
      if let verdict = Self.verdict(onNamesOf: entries) { return verdict }
      // The library takes the end of a list alone for no zip.
      if entries.isEmpty { return .valid(ContentFacts(entries: 0, decodedSize: .zero)) }
      var reader = try ArchiveReader(
        size: Int64(bytes.count), limits: readingLimits, isKnownZip: true, read: source)
      return try Self.unpack(&reader, entries.count)
    } catch let error as ArchiveError {
      return Self.verdict(for: error)
    } catch {
      return .notValidated(.validatorUnavailable)
    }
  }

  private var readingLimits: ArchiveReadingLimits {
    var reading = ArchiveReadingLimits()
    reading.entries = limits.entries
    reading.entryBytes = limits.expandedSize.bytes
    reading.totalBytes = limits.expandedSize.bytes
    reading.ratio = Int64(limits.ratio)
    // Below, a bomb does no harm.
    reading.freeBytes = 16 << 20
    return reading
  }

  /// The verdict, where one entry is enough for it.
  private static func verdict(onNamesOf entries: [ZipEntry]) -> ContentVerdict? {
    var names: Set<[UInt8]> = []
    for entry in entries {
      if ArchivePath.escape(ofRead: entry.name) != nil { return .invalid(.entryName) }
      for name in entry.bareNames {
        if ArchivePath.escape(ofRead: name) != nil { return .invalid(.entryName) }
        if !names.insert(name).inserted { return .invalid(.duplicateEntry) }
      }
      if entry.isEncrypted { return .locked }
    }
    return nil
  }

  private static func unpack(
    _ reader: inout ArchiveReader, _ count: Int
  ) throws -> ContentVerdict {
    var entries = 0
    var expanded: Int64 = 0
    while try reader.next() != nil {
      entries += 1
      while case let piece = try reader.readPiece(), piece > 0 { expanded += Int64(piece) }
    }
    // What the library passes over, others may unpack.
    guard entries == count else { return .invalid(.damaged) }
    return .valid(ContentFacts(entries: entries, decodedSize: ByteCount(bytes: expanded)))
  }

  private static func verdict(for error: ArchiveError) -> ContentVerdict {
    switch (error.kind, error.excess?.limit) {
    case (.libraryMissing, _): .notValidated(.noValidator)
    case (.outOfMemory, _): .notValidated(.outOfMemory)
    case (.unsupported, _): .notValidated(.unsupportedFeature)
    case (.malformed, _), (.sizeMismatch, _): .invalid(.damaged)
    case (.limitExceeded, .entries): refused(.entries, error)
    case (.limitExceeded, .bytes): refused(.expandedSize, error)
    case (.limitExceeded, .ratio): refused(.ratio, error)
    // With names as long as they may be, that is fewer entries than are allowed by default.
    case (.limitExceeded, .directoryBytes): .notValidated(.overSizeLimit)
    default: .notValidated(.validatorUnavailable)
    }
  }

  private static func refused(_ limit: ContentCap, _ error: ArchiveError) -> ContentVerdict {
    .refused(limit, found: error.excess?.found ?? 0, limit: error.excess?.allowed ?? 0)
  }
}
