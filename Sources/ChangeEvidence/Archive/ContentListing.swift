import Digests
package import IntakeModel

/// The digest of what an archive holds, whatever its format.
///
/// It is the SHA-256 of one line for each member but the sealing ones, in the order of the bytes of their paths:
/// the SHA-256 of the member in hexadecimal digits, a space, its size in decimal digits, a space, its path, and a
/// line feed. No path holds a line feed.
package enum ContentListing {
  /// - Complexity: O(*n* log *n*) in the number of members.
  package static func digest(
    of members: some Sequence<EvidenceMember>
  ) throws(EvidenceError) -> ContentDigest {
    var hasher = try StreamDigest()
    for member in members.sorted(by: { $0.path < $1.path }) {
      try hasher.update(Array("\(member.digest) \(member.size) \(member.path.text)\n".utf8))
    }
    return try hasher.finish()
  }
}

/// SHA-256 with the errors of this module.
struct StreamDigest: ~Copyable {
  private var hasher: SHA256

  init() throws(EvidenceError) {
    do throws(DigestError) { hasher = try SHA256() } catch { throw Self.failure(error) }
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) throws(EvidenceError) {
    do throws(DigestError) { try hasher.update(bytes) } catch { throw Self.failure(error) }
  }

  mutating func update(_ bytes: [UInt8]) throws(EvidenceError) {
    do {
      try bytes.withUnsafeBytes { try hasher.update($0) }
    } catch {
      throw Self.failure(error)
    }
  }

  consuming func finish() throws(EvidenceError) -> ContentDigest {
    let bytes: [UInt8]
    do throws(DigestError) { bytes = try hasher.finalize() } catch { throw Self.failure(error) }
    guard let digest = ContentDigest(bytes) else {
      throw EvidenceError("SHA-256 gave \(bytes.count) bytes instead of 32")
    }
    return digest
  }

  static func of(_ bytes: [UInt8]) throws(EvidenceError) -> ContentDigest {
    var hasher = try StreamDigest()
    try hasher.update(bytes)
    return try hasher.finish()
  }

  private static func failure(_ error: any Error) -> EvidenceError {
    EvidenceError("a digest cannot be computed: \(error)")
  }
}

extension ContentDigest {
  /// The SHA-256 of `bytes`.
  package init(of bytes: [UInt8]) throws(EvidenceError) { self = try StreamDigest.of(bytes) }
}
