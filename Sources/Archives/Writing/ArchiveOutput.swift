import CArchive

/// Where libarchive's bytes go: gathered, and handed to the caller's closure.
///
/// libarchive never hears of an error here. A failed callback would leave it in a state in which it
/// no longer frees a running deflate stream (some 260 KiB each time). The error is kept, further
/// bytes are dropped, and the next check throws it.
final class ArchiveOutput {
  private let write: (UnsafeRawBufferPointer) throws -> Void
  private let buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var isDiscarding = false

  /// What the caller's closure threw.
  private(set) var failure: (any Error)?

  /// For a zip, its times.
  var zipTimes: ZipTimes?

  init(capacity: Int, write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
    self.write = write
    // Aligned for any use that the caller's closure may have for it, such as O_DIRECT.
    buffer = .allocate(byteCount: max(capacity, 1), alignment: 4096)
  }

  deinit { buffer.deallocate() }

  /// From now on nothing reaches the caller's closure.
  func discard() {
    isDiscarding = true
    filled = 0
  }

  /// Takes bytes from libarchive.
  func receive(_ bytes: UnsafeRawBufferPointer) {
    guard !isDiscarding else { return }
    do {
      try append(bytes)
    } catch {
      failure = error
      discard()
    }
  }

  /// Hands over what is gathered.
  func flush() throws {
    guard filled > 0, !isDiscarding else { return }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<filled])
    filled = 0
    try write(bytes)
  }

  private func append(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      if filled == 0, rest.count >= buffer.count, zipTimes?.isRewriting != true {
        return try write(UnsafeRawBufferPointer(rebasing: rest))
      }
      let piece = rest.prefix(buffer.count - filled)
      let place = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + piece.count])
      place.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
      try zipTimes?.rewrite(place)
      filled += piece.count
      rest = rest.dropFirst(piece.count)
      if filled == buffer.count { try flush() }
    }
  }
}

/// Passes libarchive's bytes to the ``ArchiveOutput`` behind `client`.
func archiveOutputCallback(
  _ archive: OpaquePointer?, _ client: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer?,
  _ count: Int
) -> Int {
  guard let client else { return -1 }
  // The handle owns the output and closes the archive before it lets go.
  let output = Unmanaged<ArchiveOutput>.fromOpaque(client).takeUnretainedValue()
  output.receive(UnsafeRawBufferPointer(start: bytes, count: count))
  return count
}
