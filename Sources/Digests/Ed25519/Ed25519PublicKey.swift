#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The key with which a signature by Ed25519 (RFC 8032) is checked.
package struct Ed25519PublicKey: Hashable, Sendable {
  /// The key itself, 32 bytes.
  package let rawBytes: [UInt8]

  package static let byteCount = 32
  package static let signatureByteCount = 64

  /// What stands before the key in its DER: a sequence of the algorithm's identifier and a bit string (RFC 8410,
  /// section 4). There is only one way to write it.
  private static let prefix: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]

  /// - Returns: `nil` for any other number of bytes than 32.
  package init?(rawBytes: [UInt8]) {
    guard rawBytes.count == Self.byteCount else { return nil }
    self.rawBytes = rawBytes
  }

  /// Reads a key in PEM, as `openssl pkey -pubout` writes it.
  package init(pem: [UInt8]) throws(KeyError) {
    let bytes = try KeyText.decode(pem, label: "PUBLIC KEY")
    guard bytes.starts(with: Self.prefix), bytes.count == Self.prefix.count + Self.byteCount else {
      throw KeyError("it is not a key for Ed25519")
    }
    rawBytes = Array(bytes.dropFirst(Self.prefix.count))
  }

  /// The key as a SubjectPublicKeyInfo in DER, of which key identifiers are digests.
  package var derBytes: [UInt8] { Self.prefix + rawBytes }

  /// The key in PEM, as `openssl pkey -pubout` writes it.
  package var pem: String { KeyText.encode(derBytes, label: "PUBLIC KEY") }

  /// Whether `signature` is this key's for `bytes`.
  ///
  /// - Throws: ``DigestError`` where the library lacks the algorithm or memory, or the key is no point of the
  ///   curve.
  package func isValid(
    _ signature: [UInt8], of bytes: [UInt8]
  ) throws(DigestError) -> Bool {
    guard signature.count == Self.signatureByteCount else { return false }
    #if canImport(CryptoKit)
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: rawBytes) else {
        throw DigestError(call: "Curve25519.Signing.PublicKey", text: nil)
      }
      return key.isValidSignature(signature, for: bytes)
    #else
      return try SigningKey(publicBytes: rawBytes).verify(signature, bytes)
    #endif
  }
}
