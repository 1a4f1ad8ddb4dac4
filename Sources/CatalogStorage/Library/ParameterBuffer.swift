internal import CSQLite

/// Holds the texts and blobs that are bound to one statement, until others are.
///
/// The library would allocate a copy of each; here a row takes one piece of memory, which the next row
/// uses again.
struct ParameterBuffer: ~Copyable {
  private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 512, alignment: 1)

  deinit { bytes.deallocate() }

  /// Binds `values` to the parameters of `statement`, from the first on.
  ///
  /// What is bound is valid until the next call, and as long as this buffer.
  ///
  /// - Returns: The first result code that is not OK, or OK.
  mutating func bind(_ values: [SQLiteValue], to statement: OpaquePointer) -> Int32 {
    reserve(values.reduce(0) { $0 + $1.byteCount })
    var used = 0
    for (offset, value) in values.enumerated() {
      let index = Int32(offset + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .text(let text): bind(text, to: statement, at: index, &used)
        case .blob(let blob): bind(blob, to: statement, at: index, &used)
        }
      if code != SQLITE_OK { return code }
    }
    return SQLITE_OK
  }

  // With its length, so that a NUL inside a text does not end it. No destructor: the library keeps the
  // address (SQLITE_STATIC).
  private func bind(
    _ text: String, to statement: OpaquePointer, at index: Int32, _ used: inout Int
  ) -> Int32 {
    let part = take(text.utf8, &used)
    let start = part.assumingMemoryBound(to: CChar.self)
    return sqlite3_bind_text64(
      statement, index, start, UInt64(text.utf8.count), nil, UInt8(SQLITE_UTF8))
  }

  private func bind(
    _ blob: [UInt8], to statement: OpaquePointer, at index: Int32, _ used: inout Int
  ) -> Int32 {
    sqlite3_bind_blob64(statement, index, take(blob, &used), UInt64(blob.count), nil)
  }

  /// Copies `content` behind what is used. The address is not null for empty content, which would bind
  /// NULL.
  private func take(_ content: some Collection<UInt8>, _ used: inout Int) -> UnsafeMutableRawPointer
  {
    let part = UnsafeMutableRawBufferPointer(rebasing: bytes[used...])
    part.copyBytes(from: content)
    used += content.count
    return part.baseAddress!
  }

  /// Makes room for `count` bytes and one more, so that what is left is never empty.
  private mutating func reserve(_ count: Int) {
    if count < bytes.count { return }
    bytes.deallocate()
    bytes = .allocate(byteCount: count + 1, alignment: 1)
  }
}
