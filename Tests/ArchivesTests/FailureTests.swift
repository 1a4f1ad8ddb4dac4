import Archives
import Testing

@Suite(.timeLimit(.minutes(5))) struct FailureTests {
  struct Refusal: Error, Equatable { let call: Int }

  static let formats: [ArchiveFormat] = [
    .zip(), .zip(compression: .stored), .tar(), .tar(filter: .zstd()),
  ]

  /// A header for `size` bytes.
  private func header(_ size: Int64) throws -> ArchiveEntryHeader {
    ArchiveEntryHeader(path: try ArchivePath("a"), kind: .file(size: size))
  }

  /// Fills the buffer with noise, so that compressors have something to push.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer, seed: inout UInt64) -> Int {
    for index in buffer.indices {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      buffer[index] = UInt8(truncatingIfNeeded: seed >> 33)
    }
    return buffer.count
  }

  @Test(arguments: formats, [0, 1, 99, 101, 1000])
  func `another size than declared is an error`(format: ArchiveFormat, bytes: Int) throws {
    var writer = try ArchiveWriter(format: format) { _ in }
    var left = bytes
    let header = try header(100)
    let error = #expect(throws: ArchiveError.self) {
      try writer.add(header) { buffer in
        defer { left = 0 }
        return left
      }
    }
    #expect(error?.kind == .sizeMismatch)
    #expect(error?.text.contains("\(bytes) bytes") == true)
    #expect(error?.text.contains("declares 100") == true)
  }

  @Test func `a negative size is an error`() throws {
    var writer = try ArchiveWriter(format: .zip()) { _ in }
    let header = try header(-1)
    let error = #expect(throws: ArchiveError.self) { try writer.add(header) }
    #expect(error?.kind == .sizeMismatch)
  }

  @Test(arguments: formats)
  func `what the reading closure throws comes out, and nothing is pushed after it`(
    format: ArchiveFormat
  ) throws {
    let collected = Collected()
    var pushed = 0
    do {
      var writer = try ArchiveWriter(format: format, write: collected.append)
      var calls = 0
      var seed: UInt64 = 1
      // Far more than could be filled with NUL in the time limit.
      let header = try header(1 << 50)
      #expect(throws: Refusal(call: 4)) {
        try writer.add(header) { buffer in
          calls += 1
          if calls == 4 { throw Refusal(call: calls) }
          return fill(buffer, seed: &seed)
        }
      }
      pushed = collected.bytes.count
      #expect(pushed > 0)
      let again = #expect(throws: ArchiveError.self) { try writer.add("b", [1]) }
      #expect(again?.kind == .abandoned)
      let end = failure(ofFinishing: writer) as? ArchiveError
      #expect(end?.kind == .abandoned)
    }
    #expect(collected.bytes.count == pushed)
  }

  @Test(arguments: formats, [1, 2, 5])
  func `what the writing closure throws comes out, and it isn't called again`(
    format: ArchiveFormat, refused: Int
  ) throws {
    var calls = 0
    do {
      var writer = try ArchiveWriter(format: format) { _ in
        calls += 1
        if calls == refused { throw Refusal(call: calls) }
      }
      var seed: UInt64 = 1
      let header = try header(1 << 50)
      #expect(throws: Refusal(call: refused)) {
        try writer.add(header) { fill($0, seed: &seed) }
      }
    }
    #expect(calls == refused)
  }

  @Test(arguments: formats)
  func `what the writing closure throws at the end comes out of finish`(
    format: ArchiveFormat
  ) throws {
    var calls = 0
    var writer = try ArchiveWriter(format: format) { _ in
      calls += 1
      throw Refusal(call: calls)
    }
    try writer.add("small", [1, 2, 3])
    #expect(failure(ofFinishing: writer) as? Refusal == Refusal(call: 1))
    #expect(calls == 1)
  }

  @Test(.enabled(if: Python.isInstalled, "python3 is not installed"), arguments: [true, false])
  func `a zip dropped before its end never opens`(isInsideEntry: Bool) throws {
    let collected = Collected()
    do {
      var writer = try ArchiveWriter(format: .zip(), write: collected.append)
      try writer.add("whole", [UInt8](repeating: 1, count: 1_000_000), isCompressible: false)
      if isInsideEntry {
        let header = try header(1_000_000)
        try? writer.add(header) { buffer in
          if collected.bytes.count > 1_200_000 { throw Refusal(call: 0) }
          var seed: UInt64 = 3
          return fill(buffer, seed: &seed)
        }
      }
    }
    #expect(collected.bytes.count >= 1_000_000)
    try withFile(collected.bytes) { path in
      let script = "import sys, zipfile; print(zipfile.is_zipfile(sys.argv[1]))"
      let result = try Command.run("python3", "-c", script, path)
      #expect(result.output == "False\n")
    }
  }

  @Test func `the same name twice is an error`() throws {
    var writer = try ArchiveWriter(format: .zip()) { _ in }
    try writer.add("a", [1])
    let error = #expect(throws: ArchiveError.self) { try writer.addDirectory("a") }
    #expect(error?.kind == .duplicatePath)
    #expect(error?.text == "entry 2 has the name of an earlier one")
  }

  @Test func `a list of entries above its limit is an error`() throws {
    var limits = ArchiveLimits()
    limits.directoryBytes = 2 * 10 * (64 + 1)
    var writer = try ArchiveWriter(format: .zip(), limits: limits) { _ in }
    for index in 0..<10 { try writer.add("\(index)", [1]) }
    let error = #expect(throws: ArchiveError.self) { try writer.add("a", [1]) }
    #expect(error?.kind == .directoryTooLarge)
  }

  @Test func `a missing library is an error that names it`() {
    let error = #expect(throws: ArchiveError.self) {
      _ = try ArchiveLibrary(named: "libarchive-of-nowhere.so.13")
    }
    #expect(error?.kind == .libraryMissing)
    #expect(error?.text.contains("libarchive-of-nowhere.so.13") == true)
  }

  @Test func `a library without the functions is an error that names the first one`() {
    let error = #expect(throws: ArchiveError.self) {
      _ = try ArchiveLibrary(named: "libc.so.6")
    }
    #expect(error?.kind == .libraryMissing)
    #expect(error?.text.contains("archive_errno") == true)
  }
}
