#if !canImport(CryptoKit)
  import CCrypto
  import SystemCalls

  /// libcrypto, loaded when the first digest needs it: a container makes one as it is opened, so that it is not found
  /// missing in the middle of a copy.
  ///
  /// Linking it instead would cost each start of the command one or two milliseconds and more than a megabyte, also
  /// where nothing is digested.
  package final class CryptoLibrary: @unchecked Sendable {
    // Right as unchecked: the only field is a table of C functions that never changes.
    let functions: ccrypto_functions

    private static let loaded = MadeOnce<CryptoLibrary>()

    /// The system's library, loaded once.
    ///
    /// - Throws: ``DigestError``, with the loader's text.
    static func system() throws(DigestError) -> CryptoLibrary {
      try loaded.get { () throws(DigestError) in
        try CryptoLibrary(
          named: withUnsafeBytes(of: ccrypto_library) { name in
            String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
          })
      }
    }

    /// Loads the library with this file name, or at this path.
    ///
    /// - Throws: ``DigestError``, with the loader's text.
    package init(named name: String) throws(DigestError) {
      var functions = ccrypto_functions()
      let failure = LibraryLoading.failure { ccrypto_load(name, &functions, $0, $1) }
      if let failure { throw DigestError(call: "dlopen", text: failure) }
      self.functions = functions
    }

    /// The newest error in the library's queue of this thread, which is emptied.
    func lastError(of call: String) -> DigestError {
      let number = functions.ERR_peek_last_error()
      functions.ERR_clear_error()
      return DigestError(call: call, text: number == 0 ? nil : text(of: number))
    }

    private func text(of number: UInt) -> String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let start = buffer.baseAddress else { return "error \(number)" }
        functions.ERR_error_string_n(number, start, buffer.count)
        return String(cString: start)
      }
    }
  }
#endif
