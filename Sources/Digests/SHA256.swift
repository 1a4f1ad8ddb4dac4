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

  extension SHA256 {
    /// Whether two digests at once take less time than one after the other.
    package static var interleaves: Bool { false }

    /// Adds bytes to two digests.
    package static func update(
      _ first: inout SHA256, _ firstBytes: UnsafeRawBufferPointer,
      _ second: inout SHA256, _ secondBytes: UnsafeRawBufferPointer
    ) throws(DigestError) {
      try first.update(firstBytes)
      try second.update(secondBytes)
    }
  }
#else
  import CCrypto
  import CSHA256
  import SystemCalls

  /// Computes the SHA-256 digest of bytes that come in pieces.
  ///
  /// Holds a few hundred bytes, whatever the number of bytes digested.
  package struct SHA256: ~Copyable, Sendable {
    /// The digest so far, where its state is ours to see.
    private var state: SHA256_CTX
    /// The digest so far where it is not. Owned by this value alone, so that it may move to another thread with it.
    private nonisolated(unsafe) let context: OpaquePointer?
    private let library: CryptoLibrary

    /// The number of bytes in a digest.
    package static let byteCount = 32

    /// Starts a digest. Costs less than a microsecond but for the first time in a process.
    ///
    /// - Throws: ``DigestError`` where there is no library, or it lacks the algorithm or memory.
    package init() throws(DigestError) {
      let algorithm = try Algorithm.sha256()
      // Assigned last: a value that ends by itself has to be whole before it can end.
      let context = algorithm.showsState ? nil : try Self.makeContext(of: algorithm)
      var state = SHA256_CTX()
      let library = algorithm.library
      if context == nil, library.functions.SHA256_Init(&state) != 1 {
        throw library.lastError(of: "SHA256_Init")
      }
      self.library = library
      self.context = context
      self.state = state
    }

    private static func makeContext(of algorithm: Algorithm) throws(DigestError) -> OpaquePointer {
      let library = algorithm.library
      guard let context = library.functions.EVP_MD_CTX_new() else {
        throw library.lastError(of: "EVP_MD_CTX_new")
      }
      guard library.functions.EVP_DigestInit_ex(context, algorithm.pointer, nil) == 1 else {
        library.functions.EVP_MD_CTX_free(context)
        throw library.lastError(of: "EVP_DigestInit_ex")
      }
      return context
    }

    deinit { if let context { library.functions.EVP_MD_CTX_free(context) } }

    /// Adds `bytes` to what is digested.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) throws(DigestError) {
      let done =
        if let context {
          library.functions.EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        } else {
          library.functions.SHA256_Update(&state, bytes.baseAddress, bytes.count)
        }
      guard done == 1 else { throw library.lastError(of: "EVP_DigestUpdate") }
    }

    /// The digest of all bytes so far: 32 bytes.
    package consuming func finalize() throws(DigestError) -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: Self.byteCount)
      let done =
        if let context {
          library.functions.EVP_DigestFinal_ex(context, &digest, nil)
        } else {
          library.functions.SHA256_Final(&digest, &state)
        }
      guard done == 1 else { throw library.lastError(of: "EVP_DigestFinal_ex") }
      return digest
    }
  }

  // MARK: - Two at once

  extension SHA256 {
    /// Whether two digests at once take less time than one after the other, on this machine.
    package static var interleaves: Bool { (try? Algorithm.sha256())?.showsState ?? false }

    /// Adds bytes to two digests at once.
    ///
    /// In two thirds of the time of one after the other where ``interleaves``, and else in the same.
    package static func update(
      _ first: inout SHA256, _ firstBytes: UnsafeRawBufferPointer,
      _ second: inout SHA256, _ secondBytes: UnsafeRawBufferPointer
    ) throws(DigestError) {
      var (firstBytes, secondBytes) = (firstBytes, secondBytes)
      if first.context == nil, second.context == nil {
        try first.fillBlock(from: &firstBytes)
        try second.fillBlock(from: &secondBytes)
        let blocks = min(firstBytes.count, secondBytes.count) / blockSize
        if blocks > 0, let a = firstBytes.baseAddress, let b = secondBytes.baseAddress {
          withUnsafeMutableBytes(of: &first.state.h) { one in
            withUnsafeMutableBytes(of: &second.state.h) { two in
              csha256_compress_two(
                one.assumingMemoryBound(to: UInt32.self).baseAddress, a,
                two.assumingMemoryBound(to: UInt32.self).baseAddress, b, blocks)
            }
          }
          first.count(blocks, from: &firstBytes)
          second.count(blocks, from: &secondBytes)
        }
      }
      try first.update(firstBytes)
      try second.update(secondBytes)
    }

    private static var blockSize: Int { 64 }

    /// Completes a block that is begun, so that what follows begins with one.
    private mutating func fillBlock(from bytes: inout UnsafeRawBufferPointer) throws(DigestError) {
      guard state.num > 0 else { return }
      let missing = min(Self.blockSize - Int(state.num), bytes.count)
      try update(UnsafeRawBufferPointer(rebasing: bytes[..<missing]))
      bytes = UnsafeRawBufferPointer(rebasing: bytes[missing...])
    }

    /// Counts blocks that are in the state, and takes them off `bytes`.
    private mutating func count(_ blocks: Int, from bytes: inout UnsafeRawBufferPointer) {
      // A number of bits, in two words.
      let bits = (UInt64(state.Nh) << 32 | UInt64(state.Nl)) &+ UInt64(blocks) * 512
      state.Nl = UInt32(truncatingIfNeeded: bits)
      state.Nh = UInt32(truncatingIfNeeded: bits >> 32)
      bytes = UnsafeRawBufferPointer(rebasing: bytes[(blocks * Self.blockSize)...])
    }
  }

  /// An algorithm, looked up once in a process.
  private struct Algorithm: Sendable {
    let library: CryptoLibrary
    /// Never freed, and never changed after it was fetched.
    nonisolated(unsafe) let pointer: OpaquePointer
    /// Whether digests are computed by functions that show their state, and two at once by our own.
    ///
    /// Only where the library's own provider would compute them: an administrator who has chosen another one, as for
    /// FIPS 140, means it.
    let showsState: Bool

    private static let found = MadeOnce<Self>()

    static func sha256() throws(DigestError) -> Self {
      try found.get { () throws(DigestError) in try Self(inLibrary: CryptoLibrary.system()) }
    }

    private init(inLibrary library: CryptoLibrary) throws(DigestError) {
      let functions = library.functions
      // The first look-up reads openssl.cnf for the whole process, as any use of the library does: what it
      // demands of a server's cryptography also holds for us.
      guard let algorithm = functions.EVP_MD_fetch(nil, "SHA256", nil) else {
        throw library.lastError(of: "EVP_MD_fetch")
      }
      let provider = functions.EVP_MD_get0_provider(algorithm).flatMap {
        functions.OSSL_PROVIDER_get0_name($0)
      }
      let isDefault = provider.map { String(cString: $0) == "default" } ?? false
      self.library = library
      pointer = algorithm
      showsState = isDefault && csha256_has_instructions() == 1
    }
  }
#endif
