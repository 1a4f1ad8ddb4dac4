import Digests
import IntakeModel

extension ShareRecord {
  /// Whether nobody recorded the share: it is what a row describes, or a replay of that.
  var isMadeFromRow: Bool {
    guard origin == .synthetic, let row else { return false }
    return (try? ShareID(row: row)) == id
  }
}

extension ShareID {
  /// An identifier that the same row always has: one of version 8, from a digest (RFC 9562).
  init(row: RowReference) throws(DocumentError) {
    do throws(DigestError) {
      var hash = try SHA256()
      var failure: DigestError?
      Array("\(row.id)\0\(row.revision)".utf8).withUnsafeBytes { bytes in
        do throws(DigestError) { try hash.update(bytes) } catch { failure = error }
      }
      if let failure { throw failure }
      var bytes = Array(try hash.finalize().prefix(16))
      bytes[6] = bytes[6] & 0x0F | 0x80
      bytes[8] = bytes[8] & 0x3F | 0x80
      // A digest has more than the 16 bytes that were taken of it.
      self = ShareID(bytes: bytes)!
    } catch {
      throw DocumentError("the identifier of the row \(row.id) cannot be computed: \(error)")
    }
  }
}
