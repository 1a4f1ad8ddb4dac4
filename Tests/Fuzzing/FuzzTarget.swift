#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

#if FUZZING
  /// Called by libFuzzer for each input. `INTAKE_FUZZ` in the environment names the reader.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    reader.read(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }

  private let reader: FuzzedReader = {
    guard let name = getenv("INTAKE_FUZZ"),
      let reader = FuzzedReader(rawValue: String(cString: name))
    else { fatalError("INTAKE_FUZZ names one of \(FuzzedReader.allCases.map(\.rawValue))") }
    return reader
  }()
#else
  @main
  struct FuzzTarget {
    static func main() {}
  }
#endif
