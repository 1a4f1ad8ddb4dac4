#if canImport(CryptoKit)
  import CryptoKit

  /// Computes the SHA-256 digest of bytes that come in pieces.
  package struct SHA256: ~Copyable {
    private var hasher = CryptoKit.SHA256()

    /// The number of bytes in a digest.
    package static let byteCount = 32

    package init() throws(DigestError) {}

    /// Adds `bytes` to what is digested.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) throws(DigestError) {
      hasher.update(bufferPointer: bytes)
    }

    /// The digest of all bytes so far: 32 bytes.
    package consuming func finalize() throws(DigestError) -> [UInt8] { Array(hasher.finalize()) }
  }
#else
  import CCrypto

  /// Computes the SHA-256 digest of bytes that come in pieces.
  ///
  /// Holds a few hundred bytes, whatever the number of bytes digested.
  package struct SHA256: ~Copyable, Sendable {
    /// Owned by this value alone, so that it may move to another thread with it.
    private nonisolated(unsafe) let context: OpaquePointer

    /// The number of bytes in a digest.
    package static let byteCount = 32

    /// Starts a digest. Costs less than a microsecond but for the first time in a process.
    ///
    /// - Throws: ``DigestError`` where the library lacks the algorithm or memory.
    package init() throws(DigestError) {
      let algorithm = try Algorithm.sha256.get()
      guard let context = EVP_MD_CTX_new() else { throw DigestError(lastOf: "EVP_MD_CTX_new") }
      guard EVP_DigestInit_ex(context, algorithm.pointer, nil) == 1 else {
        EVP_MD_CTX_free(context)
        throw DigestError(lastOf: "EVP_DigestInit_ex")
      }
      self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds `bytes` to what is digested.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) throws(DigestError) {
      guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
        throw DigestError(lastOf: "EVP_DigestUpdate")
      }
    }

    /// The digest of all bytes so far: 32 bytes.
    package consuming func finalize() throws(DigestError) -> [UInt8] {
      var done: Int32 = 0
      let digest = [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
        done = EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
        count = done == 1 ? Self.byteCount : 0
      }
      guard done == 1 else { throw DigestError(lastOf: "EVP_DigestFinal_ex") }
      return digest
    }
  }

  /// An algorithm, looked up once in a process.
  private struct Algorithm: Sendable {
    /// Never freed, and never changed after it was fetched.
    nonisolated(unsafe) let pointer: OpaquePointer

    static let sha256: Result<Self, DigestError> = {
      // The first look-up reads openssl.cnf for the whole process, as any use of the library does: what it
      // demands of a server's cryptography also holds for us. See ``DigestLibrary``.
      guard let algorithm = EVP_MD_fetch(nil, "SHA256", nil) else {
        return .failure(DigestError(lastOf: "EVP_MD_fetch"))
      }
      return .success(Self(pointer: algorithm))
    }()
  }

  extension DigestError {
    /// The newest error in the library's queue of this thread, which is emptied.
    init(lastOf call: String) {
      let number = ERR_peek_last_error()
      ERR_clear_error()
      self.init(call: call, text: number == 0 ? nil : Self.text(of: number))
    }

    private static func text(of number: UInt) -> String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let start = buffer.baseAddress else { return "error \(number)" }
        ERR_error_string_n(number, start, buffer.count)
        return String(cString: start)
      }
    }
  }
#endif
