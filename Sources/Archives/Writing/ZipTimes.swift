/// Puts UTC into the date and time fields of a zip as it goes by.
///
/// libarchive fills these fields with `localtime_r`, so that the same entries give other bytes in
/// another time zone, and there is no option against it. Changing `TZ` would change the whole
/// process. So the four bytes are replaced in the two places where the format has them: the local
/// header before each entry (APPNOTE 4.3.7), and the central directory at the end (4.3.12). The
/// exact seconds stand in the extra field `UT`, which knows no zone.
///
/// Holds four bytes an entry.
struct ZipTimes {
  private struct Layout {
    let signature: [UInt8]
    let time: Int
    let lengths: Range<Int>
    let size: Int
  }

  private static let localHeader = Layout(
    signature: [0x50, 0x4b, 3, 4], time: 10, lengths: 26..<30, size: 30)
  private static let directoryEntry = Layout(
    signature: [0x50, 0x4b, 1, 2], time: 12, lengths: 28..<34, size: 46)

  private var times: [UInt32] = []
  /// The entry whose record goes by.
  private var index = 0
  /// What goes by, or `nil` for bytes that stay as they are.
  private var layout: Layout?
  private var position = 0
  /// The bytes of name, extra field and comment behind the fixed part.
  private var tail = 0

  /// Whether bytes have to pass through ``rewrite(_:)``.
  var isRewriting: Bool { layout != nil }

  /// The next bytes are the local header of an entry with this time.
  mutating func beginEntry(_ time: UInt32) {
    times.append(time)
    begin(Self.localHeader, at: times.count - 1)
  }

  /// The next bytes are the central directory.
  mutating func beginDirectory() {
    guard !times.isEmpty else { return }
    begin(Self.directoryEntry, at: 0)
  }

  private mutating func begin(_ layout: Layout, at index: Int) {
    self.layout = layout
    self.index = index
    position = 0
    tail = 0
  }

  /// Replaces the times in `bytes`, which continue those of the call before.
  ///
  /// - Throws: ``ArchiveError`` when a record isn't where it should be, rather than change
  ///   something else.
  mutating func rewrite(_ bytes: UnsafeMutableRawBufferPointer) throws(ArchiveError) {
    for offset in bytes.indices {
      guard let layout else { return }
      switch position {
      case ..<layout.signature.count:
        guard bytes[offset] == layout.signature[position] else {
          throw ArchiveError(
            .callFailed, call: "ZipTimes", text: "the library's zip has an unknown layout")
        }
      case layout.time..<layout.time + 4:
        let shift = 8 * (position - layout.time)
        bytes[offset] = UInt8(truncatingIfNeeded: times[index] >> shift)
      case layout.lengths:
        // Two bytes each, the low one first and at an even position.
        tail += Int(bytes[offset]) << (8 * (position & 1))
      default:
        break
      }
      position += 1
      if position >= layout.size, position == layout.size + tail { endRecord(of: layout) }
    }
  }

  private mutating func endRecord(of layout: Layout) {
    let isLast = index == times.count - 1
    if isLast { self.layout = nil } else { begin(layout, at: index + 1) }
  }

  /// Whether all records have gone by.
  var isComplete: Bool { layout == nil }
}
