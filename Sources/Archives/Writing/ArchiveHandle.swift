import CArchive

/// Owns libarchive's writer, and ends it without a trace unless it was closed.
struct ArchiveHandle: ~Copyable {
  private enum State { case new, open, closed }

  let output: ArchiveOutput
  private let library: ArchiveLibrary
  private let archive: OpaquePointer
  private let entry: OpaquePointer
  private var state = State.new

  init(library: ArchiveLibrary, output: ArchiveOutput) throws(ArchiveError) {
    guard let archive = library.functions.archive_write_new() else {
      throw ArchiveError(.callFailed, call: "archive_write_new", text: "out of memory")
    }
    guard let entry = library.functions.archive_entry_new() else {
      _ = library.functions.archive_write_free(archive)
      throw ArchiveError(.callFailed, call: "archive_entry_new", text: "out of memory")
    }
    self.library = library
    self.output = output
    self.archive = archive
    self.entry = entry
  }

  deinit {
    let functions = library.functions
    output.discard()
    if state == .open {
      // archive_write_free alone would finish a half-written archive into one that looks valid.
      // After archive_write_fail it doesn't, but then it leaks what only closing frees. So: nothing
      // goes out any more; the entry ends, which frees a deflate stream; and the archive is failed,
      // so that closing it doesn't do what is left of the entry.
      endEntryBeforeFailing()
      _ = functions.archive_write_fail(archive)
      _ = functions.archive_write_close(archive)
    }
    _ = functions.archive_write_free(archive)
    functions.archive_entry_free(entry)
  }

  /// Ends the entry in hand, for a zip only: tar would fill it with NUL up to its declared size,
  /// which may be terabytes.
  private func endEntryBeforeFailing() {
    guard output.zipTimes != nil else { return }
    _ = library.functions.archive_write_finish_entry(archive)
  }

  /// Throws what the caller's closure threw, or what `code` says about `call`.
  ///
  /// A warning is an error as well: libarchive warns when it has changed what was asked for.
  private func check(_ call: String, _ code: Int32) throws {
    if let failure = output.failure { throw failure }
    guard code != ARCHIVE_OK else { return }
    let text = library.functions.archive_error_string(archive).map { String(cString: $0) }
    throw ArchiveError(
      .callFailed, call: call, code: library.functions.archive_errno(archive),
      text: text ?? "no reason given, result \(code)")
  }
}

extension ArchiveHandle {
  mutating func open(_ format: ArchiveFormat) throws {
    let functions = library.functions
    switch format.container {
    case .zip(let compression):
      output.zipTimes = ZipTimes()
      try check("archive_write_set_format_zip", functions.archive_write_set_format_zip(archive))
      if case .deflated(let level) = compression.kind {
        try check(
          "archive_write_set_format_option",
          functions.archive_write_set_format_option(
            archive, "zip", "compression-level", "\(level)"))
      }
      try check("archive_write_add_filter_none", functions.archive_write_add_filter_none(archive))
    case .tar(let filter):
      try check(
        "archive_write_set_format_pax_restricted",
        functions.archive_write_set_format_pax_restricted(archive))
      try add(filter)
    }
    // No blocks: each header and each piece of data arrives when it is made, which ZipTimes relies
    // on, and the end isn't filled up to 10,240 bytes, which zstd and GNU tar refuse.
    try check(
      "archive_write_set_bytes_per_block", functions.archive_write_set_bytes_per_block(archive, 0))
    try check(
      "archive_write_set_bytes_in_last_block",
      functions.archive_write_set_bytes_in_last_block(archive, 1))
    let client = Unmanaged.passUnretained(output).toOpaque()
    state = .open
    try check(
      "archive_write_open",
      functions.archive_write_open(archive, client, nil, archiveOutputCallback, nil))
  }

  private func add(_ filter: ArchiveFilter) throws {
    let functions = library.functions
    switch filter.kind {
    case .none:
      try check("archive_write_add_filter_none", functions.archive_write_add_filter_none(archive))
    case .zstd(let level):
      try check("archive_write_add_filter_zstd", functions.archive_write_add_filter_zstd(archive))
      try check(
        "archive_write_set_filter_option",
        functions.archive_write_set_filter_option(
          archive, "zstd", "compression-level", "\(level)"))
    }
  }

  /// Whether the next entry of a zip is deflated.
  func setDeflates(_ deflates: Bool) throws {
    let functions = library.functions
    if deflates {
      try check(
        "archive_write_zip_set_compression_deflate",
        functions.archive_write_zip_set_compression_deflate(archive))
    } else {
      try check(
        "archive_write_zip_set_compression_store",
        functions.archive_write_zip_set_compression_store(archive))
    }
  }

  func writeHeader(_ header: ArchiveEntryHeader) throws {
    let functions = library.functions
    _ = functions.archive_entry_clear(entry)
    let type = header.kind == .directory ? carchive_directory : carchive_regular_file
    functions.archive_entry_set_filetype(entry, UInt32(type))
    functions.archive_entry_set_perm(entry, mode_t(header.permissions))
    functions.archive_entry_set_size(entry, header.size)
    functions.archive_entry_set_uid(entry, 0)
    functions.archive_entry_set_gid(entry, 0)
    if let modified = header.modified, canHold(modified) {
      functions.archive_entry_set_mtime(
        entry, time_t(modified.seconds), CLong(modified.nanoseconds))
    }
    output.zipTimes?.beginEntry(header.modified?.dosTime ?? ArchiveTime.dosMinimum)
    try UTF8Locale.with {
      header.path.string.withCString { functions.archive_entry_set_pathname(entry, $0) }
      try check("archive_write_header", functions.archive_write_header(archive, entry))
    }
    guard output.zipTimes?.isComplete != false else { throw Self.unknownLayout }
  }

  /// The extra field `UT` of a zip has 32 bits: another time stands in the DOS fields only.
  private func canHold(_ time: ArchiveTime) -> Bool {
    output.zipTimes == nil || Int32(exactly: time.seconds) != nil
  }

  func writeData(_ bytes: UnsafeRawBufferPointer) throws {
    let written = library.functions.archive_write_data(archive, bytes.baseAddress, bytes.count)
    try check("archive_write_data", written < 0 ? Int32(clamping: written) : ARCHIVE_OK)
    guard written == bytes.count else {
      // libarchive cuts at the declared size without an error.
      throw ArchiveError(
        .callFailed, call: "archive_write_data", text: "took \(written) of \(bytes.count) bytes")
    }
  }

  func finishEntry() throws {
    try check(
      "archive_write_finish_entry", library.functions.archive_write_finish_entry(archive))
  }

  /// Writes the end of the archive.
  mutating func close() throws {
    output.zipTimes?.beginDirectory()
    let code = library.functions.archive_write_close(archive)
    state = .closed
    try check("archive_write_close", code)
    guard output.zipTimes?.isComplete != false else { throw Self.unknownLayout }
    try output.flush()
  }

  private static var unknownLayout: ArchiveError {
    ArchiveError(.callFailed, call: "ZipTimes", text: "the library's zip has an unknown layout")
  }
}
