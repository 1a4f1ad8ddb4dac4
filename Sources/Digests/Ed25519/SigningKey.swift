#if !canImport(CryptoKit)
  import CCrypto

  /// Owns a key of libcrypto.
  struct SigningKey: ~Copyable {
    private let library: CryptoLibrary
    private let key: OpaquePointer

    /// The key that signs with these bytes.
    init(privateBytes bytes: [UInt8]) throws(DigestError) {
      let library = try CryptoLibrary.system()
      let key = library.functions.EVP_PKEY_new_raw_private_key(
        EVP_PKEY_ED25519, nil, bytes, bytes.count)
      try self.init(key, of: library, call: "EVP_PKEY_new_raw_private_key")
    }

    /// The key that checks with these bytes.
    init(publicBytes bytes: [UInt8]) throws(DigestError) {
      let library = try CryptoLibrary.system()
      let key = library.functions.EVP_PKEY_new_raw_public_key(
        EVP_PKEY_ED25519, nil, bytes, bytes.count)
      try self.init(key, of: library, call: "EVP_PKEY_new_raw_public_key")
    }

    /// - Parameter call: The function that made `key`, for the error where it did not.
    private init(
      _ key: OpaquePointer?, of library: CryptoLibrary, call: String
    ) throws(DigestError) {
      guard let key else { throw library.lastError(of: call) }
      self.key = key
      self.library = library
    }

    deinit { library.functions.EVP_PKEY_free(key) }

    func publicBytes() throws(DigestError) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: Ed25519PublicKey.byteCount)
      var count = bytes.count
      guard library.functions.EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1,
        count == bytes.count
      else { throw library.lastError(of: "EVP_PKEY_get_raw_public_key") }
      return bytes
    }

    func sign(_ bytes: [UInt8]) throws(DigestError) -> [UInt8] {
      let context = try makeContext()
      defer { library.functions.EVP_MD_CTX_free(context) }
      // Without a digest: Ed25519 takes the message itself.
      guard library.functions.EVP_DigestSignInit(context, nil, nil, nil, key) == 1 else {
        throw library.lastError(of: "EVP_DigestSignInit")
      }
      var signature = [UInt8](repeating: 0, count: Ed25519PublicKey.signatureByteCount)
      var count = signature.count
      guard
        library.functions.EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1
      else { throw library.lastError(of: "EVP_DigestSign") }
      return Array(signature.prefix(count))
    }

    func verify(_ signature: [UInt8], _ bytes: [UInt8]) throws(DigestError) -> Bool {
      let context = try makeContext()
      defer { library.functions.EVP_MD_CTX_free(context) }
      guard library.functions.EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else {
        throw library.lastError(of: "EVP_DigestVerifyInit")
      }
      let result = library.functions.EVP_DigestVerify(
        context, signature, signature.count, bytes, bytes.count)
      // A wrong signature leaves an error in the queue, in which the next failure would find it.
      if result != 1 { library.functions.ERR_clear_error() }
      return result == 1
    }

    private func makeContext() throws(DigestError) -> OpaquePointer {
      guard let context = library.functions.EVP_MD_CTX_new() else {
        throw library.lastError(of: "EVP_MD_CTX_new")
      }
      return context
    }
  }
#endif
