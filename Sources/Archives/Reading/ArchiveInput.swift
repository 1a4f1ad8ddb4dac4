import CArchive

/// Where libarchive's reader gets its bytes: from the caller's closure, at any offset.
final class ArchiveInput {
  private let size: Int64
  private let source: (UnsafeMutableRawBufferPointer, Int64) throws -> Int
  private let buffer: UnsafeMutableRawBufferPointer
  private var position: Int64 = 0

  /// What the caller's closure threw.
  private(set) var failure: (any Error)?

  init(
    size: Int64, capacity: Int,
    source: @escaping (UnsafeMutableRawBufferPointer, Int64) throws -> Int
  ) {
    self.size = size
    self.source = source
    buffer = .allocate(byteCount: max(capacity, 512), alignment: 4096)
  }

  deinit { buffer.deallocate() }

  /// The next bytes: valid until the next call. -1 after an error, which is kept.
  func read(_ start: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    guard failure == nil else { return -1 }
    let wanted = Int(min(Int64(buffer.count), max(0, size - position)))
    if wanted == 0 { return 0 }
    do {
      let count = try source(UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), position)
      precondition((0...wanted).contains(count), "read returned a count out of range")
      position += Int64(count)
      start?.pointee = UnsafeRawPointer(buffer.baseAddress)
      return count
    } catch {
      failure = error
      return -1
    }
  }

  /// Moves to another place, from the start, from here or from the end, and returns it.
  func seek(_ offset: Int64, from whence: Int32) -> Int64 {
    let base: Int64 =
      switch whence {
      case 0: 0
      case 1: position
      default: size
      }
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return Int64(ARCHIVE_FATAL) }
    position = min(target, size)
    return position
  }

  /// Passes over bytes, and returns how many.
  func skip(_ count: Int64) -> Int64 {
    let skipped = max(0, min(count, size - position))
    position += skipped
    return skipped
  }
}

/// The ``ArchiveInput`` behind `client`. The handle owns it, and frees the archive before it lets go.
private func input(_ client: UnsafeMutableRawPointer?) -> ArchiveInput? {
  client.map { Unmanaged<ArchiveInput>.fromOpaque($0).takeUnretainedValue() }
}

func archiveInputRead(
  _ archive: OpaquePointer?, _ client: UnsafeMutableRawPointer?,
  _ start: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int { input(client)?.read(start) ?? -1 }

func archiveInputSeek(
  _ archive: OpaquePointer?, _ client: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32
) -> Int64 { input(client)?.seek(offset, from: whence) ?? Int64(ARCHIVE_FATAL) }

func archiveInputSkip(
  _ archive: OpaquePointer?, _ client: UnsafeMutableRawPointer?, _ count: Int64
) -> Int64 { input(client)?.skip(count) ?? 0 }
