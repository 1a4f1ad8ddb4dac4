#if !canImport(CryptoKit)
  import Digests
  import Testing

  @Suite struct CryptoLibraryTests {
    @Test func `a missing library is an error that names it`() {
      let error = #expect(throws: DigestError.self) {
        _ = try CryptoLibrary(named: "libcrypto-of-nowhere.so.3")
      }
      #expect(error?.description.contains("libcrypto-of-nowhere.so.3") == true)
    }

    @Test func `a library without the functions is an error that names the first one`() {
      let error = #expect(throws: DigestError.self) { _ = try CryptoLibrary(named: "libc.so.6") }
      #expect(error?.description.contains("ERR_clear_error") == true)
    }
  }
#endif
