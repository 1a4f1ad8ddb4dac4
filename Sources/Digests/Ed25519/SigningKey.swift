#if !canImport(CryptoKit)
  import CCrypto

  /// Owns a key of libcrypto.
  struct SigningKey: ~Copyable {
    private let key: OpaquePointer

    /// - Parameter call: The function that made `key`, for the error where it did not.
    init(_ key: OpaquePointer?, call: String) throws(DigestError) {
      guard let key else { throw DigestError(lastOf: call) }
      self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    func publicBytes() throws(DigestError) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: Ed25519PublicKey.byteCount)
      var count = bytes.count
      guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, count == bytes.count else {
        throw DigestError(lastOf: "EVP_PKEY_get_raw_public_key")
      }
      return bytes
    }

    func sign(_ bytes: [UInt8]) throws(DigestError) -> [UInt8] {
      guard let context = EVP_MD_CTX_new() else { throw DigestError(lastOf: "EVP_MD_CTX_new") }
      defer { EVP_MD_CTX_free(context) }
      // Without a digest: Ed25519 takes the message itself.
      guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1 else {
        throw DigestError(lastOf: "EVP_DigestSignInit")
      }
      var signature = [UInt8](repeating: 0, count: Ed25519PublicKey.signatureByteCount)
      var count = signature.count
      guard EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else {
        throw DigestError(lastOf: "EVP_DigestSign")
      }
      return Array(signature.prefix(count))
    }

    func verify(_ signature: [UInt8], _ bytes: [UInt8]) throws(DigestError) -> Bool {
      guard let context = EVP_MD_CTX_new() else { throw DigestError(lastOf: "EVP_MD_CTX_new") }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else {
        throw DigestError(lastOf: "EVP_DigestVerifyInit")
      }
      let result = EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count)
      // A wrong signature leaves an error in the queue, in which the next failure would find it.
      if result != 1 { ERR_clear_error() }
      return result == 1
    }
  }
#endif
