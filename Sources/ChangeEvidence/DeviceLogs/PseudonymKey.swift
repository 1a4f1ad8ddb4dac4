import IntakeModel
import ShareContract
import Synchronization

/// The key for the pseudonyms of one archive: the same for the same logs and commit, and nobody who has only the
/// archive can compute it.
///
/// It is computed when the first log is read, so that this counts against the time of its source, and from the
/// beginnings of the logs, so that it takes no longer for long ones.
package final class PseudonymKey: Sendable {
  private let logs: [String]
  private let other: [UInt8]
  private let commit: ObjectName
  private let key = Mutex<[UInt8]?>(nil)

  /// Of each log: some dozens of lines with their times, which nobody guesses.
  private static let maximumLength: Int64 = 16 << 10

  /// - Parameters:
  ///   - logs: The paths of the logs. One that cannot be read is as good as empty: its own source says so.
  ///   - other: What else the archive does not hold as it is.
  package init(of logs: [String], other: [UInt8] = [], _ commit: ObjectName) {
    self.logs = logs
    self.other = other
    self.commit = commit
  }

  /// - Throws: ``EvidenceError``.
  package func bytes() throws -> [UInt8] {
    try key.withLock { key in
      if let key { return key }
      var digest = try StreamDigest()
      try Array("pseudonyms \(commit)\n".utf8).withUnsafeBytes { try digest.update($0) }
      try other.withUnsafeBytes { try digest.update($0) }
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Int(Self.maximumLength), alignment: 16)
      defer { buffer.deallocate() }
      for log in logs {
        var offset: Int64 = 0
        if let file = try? ArchiveFile(log) {
          while case let room = buffer[..<Int(Self.maximumLength - offset)], !room.isEmpty,
            let count = try? file.read(UnsafeMutableRawBufferPointer(rebasing: room), at: offset),
            count > 0
          {
            try digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
          }
        }
        try Array("\n\(offset)\n".utf8).withUnsafeBytes { try digest.update($0) }
      }
      let bytes = try digest.finish().bytes
      key = bytes
      return bytes
    }
  }
}
