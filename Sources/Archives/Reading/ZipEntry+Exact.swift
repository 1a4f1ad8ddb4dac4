/// The check of an entry against the one form in which ``ArchiveWriter`` writes it.
///
/// What a reader may take for a name, a size or a kind, and another passes over, has no place in it.
extension ZipEntry {
  /// What the entry has that is never written; `nil` where there is nothing.
  ///
  /// - Parameter header: What stands before the entry.
  func excess(with header: ZipHeader) -> String? {
    let number: (UInt16) -> String = { String($0, radix: 16) }
    if flags & ~0x0808 != 0 { return "has the flags 0x\(number(flags))" }
    if !name.allSatisfy({ $0 < 0x80 }), flags & 0x0800 == 0 {
      return "has a name in no known encoding"
    }
    if method != 0, method != 8 { return "is compressed in the way \(method)" }
    if internalAttributes != 0 || diskStart != 0 { return "has attributes that are never written" }
    // Made on Unix, so that the upper half is its mode; the lower one is for DOS.
    if versionMade >> 8 != 3 || externalAttributes & 0xFFFF != 0 {
      return "has attributes that are never written"
    }
    if externalAttributes >> 16 & 0o7000 != 0 {
      return "has the mode \(String(externalAttributes >> 16 & 0o7777, radix: 8))"
    }
    return excess(of: extra, isHeader: false) ?? excess(of: header.extra, isHeader: true)
  }

  private func excess(of extra: ZipExtraFields, isHeader: Bool) -> String? {
    if extra.hasRest { return "has an extra field that is cut" }
    var kinds: Set<UInt16> = []
    for field in extra.fields {
      guard kinds.insert(field.kind).inserted, isWritten(field, isHeader: isHeader) else {
        return
          "has an extra field of the kind 0x\(String(field.kind, radix: 16)) that is never written"
      }
    }
    return nil
  }

  private func isWritten(_ field: ZipExtraFields.Field, isHeader: Bool) -> Bool {
    let bytes = field.bytes
    switch field.kind {
    case ZipExtraFields.time:
      // None, for what has no time or one that does not fit.
      if bytes == [0] { return true }
      // The time of change alone, which must be that of the fields for DOS.
      guard bytes.count == 5, bytes[0] == 1 else { return false }
      let seconds = Int32(truncatingIfNeeded: bytes.number(4, at: 1))
      return ArchiveTime(seconds: Int64(seconds)).dosTime == time
    case ZipExtraFields.owner:
      return bytes == [1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0]
    case ZipExtraFields.large:
      guard isHeader else { return bytes.count == 8 * largeCount }
      // Zero where the entry's sizes stand behind it.
      guard bytes.count == 16 else { return false }
      return [(0, size), (8, compressedSize)].allSatisfy { place, size in
        let number = bytes.number(8, at: place)
        return number == UInt64(size) || hasDescriptor && number == 0
      }
    default: return false
    }
  }
}
