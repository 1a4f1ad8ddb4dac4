#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The key with which Ed25519 (RFC 8032) signs.
///
/// It is never printed, and there is no way to write it.
package struct Ed25519PrivateKey: Sendable {
  private let seed: [UInt8]

  /// What stands before the 32 bytes in their DER (RFC 8410, section 7): a sequence of the version 0, the
  /// algorithm's identifier and an octet string within an octet string.
  private static let prefix: [UInt8] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
  ]

  /// Reads a key in PEM, as `openssl genpkey -algorithm ed25519` writes it: PKCS#8, without passphrase.
  package init(pem: [UInt8]) throws(KeyError) {
    let bytes = try KeyText.decode(pem, label: "PRIVATE KEY")
    guard bytes.starts(with: Self.prefix), bytes.count == Self.prefix.count + 32 else {
      throw KeyError(
        "it is not a key for Ed25519 as 'openssl genpkey -algorithm ed25519' writes it")
    }
    seed = Array(bytes.dropFirst(Self.prefix.count))
  }

  /// The key that checks what this one signs.
  package func publicKey() throws(DigestError) -> Ed25519PublicKey {
    #if canImport(CryptoKit)
      guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed),
        let result = Ed25519PublicKey(rawBytes: Array(key.publicKey.rawRepresentation))
      else { throw DigestError(call: "Curve25519.Signing.PrivateKey", text: nil) }
      return result
    #else
      guard let key = Ed25519PublicKey(rawBytes: try SigningKey(privateBytes: seed).publicBytes())
      else {
        throw DigestError(call: "EVP_PKEY_get_raw_public_key", text: nil)
      }
      return key
    #endif
  }

  /// The signature of `bytes`, 64 bytes: the same each time.
  package func signature(of bytes: [UInt8]) throws(DigestError) -> [UInt8] {
    #if canImport(CryptoKit)
      guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed),
        let signature = try? key.signature(for: bytes)
      else { throw DigestError(call: "Curve25519.Signing.PrivateKey", text: nil) }
      return Array(signature)
    #else
      return try SigningKey(privateBytes: seed).sign(bytes)
    #endif
  }
}
