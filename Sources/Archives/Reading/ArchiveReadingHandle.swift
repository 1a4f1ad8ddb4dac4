import CArchive

/// Owns libarchive's reader.
struct ArchiveReadingHandle: ~Copyable {
  let input: ArchiveInput
  private let library: ArchiveLibrary
  private let archive: OpaquePointer
  private let entry: OpaquePointer

  init(library: ArchiveLibrary, input: ArchiveInput) throws(ArchiveError) {
    guard let archive = library.functions.archive_read_new() else {
      throw ArchiveError(.callFailed, call: "archive_read_new", text: "out of memory")
    }
    guard let entry = library.functions.archive_entry_new() else {
      _ = library.functions.archive_read_free(archive)
      throw ArchiveError(.callFailed, call: "archive_entry_new", text: "out of memory")
    }
    self.library = library
    self.input = input
    self.archive = archive
    self.entry = entry
  }

  deinit {
    library.functions.archive_entry_free(entry)
    _ = library.functions.archive_read_free(archive)
  }

  /// Throws what the caller's closure threw, or what `code` says about `call`.
  ///
  /// A warning is an error as well: libarchive warns of a wrong checksum, and of a name that it has changed.
  private func check(
    _ call: String, _ code: Int32, _ kind: ArchiveError.Kind = .malformed
  ) throws {
    if let failure = input.failure { throw failure }
    guard code != ARCHIVE_OK else { return }
    let text = library.functions.archive_error_string(archive).map { String(cString: $0) }
    let number = library.functions.archive_errno(archive)
    throw ArchiveError(
      number == Self.noMemory ? .outOfMemory : kind, call: call, code: number,
      text: text ?? "no reason given, result \(code)")
  }

  /// `ENOMEM` on all systems.
  private static let noMemory: Int32 = 12
}

extension ArchiveReadingHandle {
  /// Opens bytes in Zstandard, whatever they are, as one entry.
  func openCompressed() throws {
    let functions = library.functions
    try check(
      "archive_read_support_format_raw", functions.archive_read_support_format_raw(archive),
      .callFailed)
    try check(
      "archive_read_support_filter_zstd", functions.archive_read_support_filter_zstd(archive),
      .callFailed)
    try openInput()
  }

  /// - Parameter isZip: Whether it is nothing else.
  func open(isZip: Bool) throws {
    let functions = library.functions
    // Only what is needed: each format and filter of the library is code that hostile bytes would reach.
    if !isZip {
      try check(
        "archive_read_support_format_tar", functions.archive_read_support_format_tar(archive),
        .callFailed)
      try check(
        "archive_read_support_filter_zstd", functions.archive_read_support_filter_zstd(archive),
        .callFailed)
    }
    try check(
      "archive_read_support_format_zip_seekable",
      functions.archive_read_support_format_zip_seekable(archive), .callFailed)
    try openInput()
  }

  private func openInput() throws {
    let functions = library.functions
    let setUp: [(String, Int32)] = [
      (
        "archive_read_set_read_callback",
        functions.archive_read_set_read_callback(archive, archiveInputRead)
      ),
      (
        "archive_read_set_seek_callback",
        functions.archive_read_set_seek_callback(archive, archiveInputSeek)
      ),
      (
        "archive_read_set_skip_callback",
        functions.archive_read_set_skip_callback(archive, archiveInputSkip)
      ),
      (
        "archive_read_set_callback_data",
        functions.archive_read_set_callback_data(
          archive, Unmanaged.passUnretained(input).toOpaque())
      ),
    ]
    for (call, code) in setUp { try check(call, code, .callFailed) }
    try check("archive_read_open1", functions.archive_read_open1(archive))
  }

  /// The next entry; `nil` at the end.
  ///
  /// - Parameter isNamed: Whether its name is asked for. Otherwise it is empty, and may be one that the library
  ///   cannot say in UTF-8.
  func nextEntry(isNamed: Bool) throws -> ArchiveEntry? {
    let functions = library.functions
    return try UTF8Locale.with {
      let code = functions.archive_read_next_header2(archive, entry)
      if code == ARCHIVE_EOF, input.failure == nil { return nil }
      if isNamed || code != ARCHIVE_WARN { try check("archive_read_next_header2", code) }
      return try describeEntry(isNamed: isNamed)
    }
  }

  private func describeEntry(isNamed: Bool) throws -> ArchiveEntry {
    let functions = library.functions
    var name: [UInt8] = []
    if isNamed {
      guard let pathname = functions.archive_entry_pathname(entry) else {
        throw ArchiveError(
          .malformed, call: "archive_entry_pathname",
          text: "the entry has no name that can be read")
      }
      name = Self.bytes(of: pathname)
    }
    let type = Int(functions.archive_entry_filetype(entry)) & 0o170000
    let isLink =
      type == Int(carchive_symbolic_link) || functions.archive_entry_hardlink(entry) != nil
      || functions.archive_entry_symlink(entry) != nil
    let kind: ArchiveEntry.Kind =
      switch type {
      case _ where isLink: .link
      case Int(carchive_regular_file): .file
      case Int(carchive_directory): .directory
      default: .other
      }
    if kind == .directory, name.count > 1, name.last == UInt8(ascii: "/") { name.removeLast() }
    if functions.archive_entry_is_encrypted(entry) != 0 {
      throw ArchiveError(.unsupported, call: "ArchiveReader", text: "the entry is encrypted")
    }
    if functions.archive_entry_sparse_count(entry) > 0 {
      throw ArchiveError(.unsupported, call: "ArchiveReader", text: "the entry is a sparse file")
    }
    return ArchiveEntry(
      name: name, kind: kind,
      size: functions.archive_entry_size_is_set(entry) != 0
        ? Int64(functions.archive_entry_size(entry)) : nil,
      modified: functions.archive_entry_mtime_is_set(entry) != 0
        ? ArchiveTime(
          seconds: Int64(functions.archive_entry_mtime(entry)),
          nanoseconds: Int(functions.archive_entry_mtime_nsec(entry))) : nil,
      permissions: UInt16(truncatingIfNeeded: functions.archive_entry_perm(entry)) & 0o777)
  }

  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    var next = text
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    return bytes
  }

  /// The number of bytes of the entry that went into `buffer`; 0 at its end.
  func read(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = library.functions.archive_read_data(archive, buffer.baseAddress, buffer.count)
    try check("archive_read_data", count < 0 ? Int32(clamping: count) : ARCHIVE_OK)
    return count
  }

  /// The number of bytes of the entry's next piece; 0 at its end.
  ///
  /// - Parameter isFirst: Whether it is the entry's first.
  func readPiece(isFirst: Bool) throws -> Int {
    var start: UnsafeRawPointer?
    var count = 0
    var offset: la_int64_t = 0
    var code = ARCHIVE_OK
    // A piece may have no bytes without being the last.
    repeat {
      code = library.functions.archive_read_data_block(archive, &start, &count, &offset)
    } while code == ARCHIVE_OK && count == 0
    if code == ARCHIVE_EOF, input.failure == nil { return 0 }
    // The library has no number for this. It notices an unknown method before anything else, and everything
    // else after the first bytes.
    try check(
      "archive_read_data_block", code,
      isFirst && code == ARCHIVE_FAILED ? .unsupported : .malformed)
    return count
  }

  /// What kind of archive it is, once the first entry was asked for.
  var container: ArchiveReader.Container? {
    let isZstd = library.functions.archive_filter_code(archive, 0) == ARCHIVE_FILTER_ZSTD
    switch library.functions.archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK {
    case ARCHIVE_FORMAT_ZIP where !isZstd: return .zip
    case ARCHIVE_FORMAT_TAR: return isZstd ? .tarZstandard : .tar
    default: return nil
    }
  }
}
