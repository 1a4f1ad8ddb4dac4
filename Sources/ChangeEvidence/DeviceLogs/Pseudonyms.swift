import Digests
import IntakeModel

/// Replaces identifiers by others that are the same wherever the first are, within one archive.
struct Pseudonyms: Sendable {
  private let key: [UInt8]

  init(key: [UInt8]) { self.key = key }

  /// A pseudonym such as `process-0a1b2c3d4e5f`.
  func name(_ kind: String, _ value: String) throws(DigestError) -> String {
    kind + "-" + Hexadecimal.encode(Array(try digest(kind, Array(value.utf8)).prefix(6)))
  }

  /// A pseudonym of an identifier, with the form of one.
  func identifier<Tag>(_ id: UniqueID<Tag>) throws(DigestError) -> UniqueID<Tag> {
    var bytes = Array(try digest("identifier", id.bytes).prefix(16))
    // Version 8 of RFC 9562: made by a rule of our own.
    bytes[6] = 0x80 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    // There are 16 of them.
    return UniqueID(bytes: bytes)!
  }

  private func digest(_ kind: String, _ value: [UInt8]) throws(DigestError) -> [UInt8] {
    var text = Array("\(key.count):".utf8)
    text += key
    text += Array("\(kind):".utf8)
    text += value
    var digest = try SHA256()
    let result: Result<Void, DigestError> = text.withUnsafeBytes { bytes in
      Result { () throws(DigestError) in try digest.update(bytes) }
    }
    try result.get()
    return try digest.finalize()
  }
}
