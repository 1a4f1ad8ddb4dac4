import IntakeModel
import ShareContract
import SystemCalls

/// The key for the pseudonyms of one archive: the same for the same logs and commit, and nobody who has only the
/// archive can compute it.
///
/// It is computed when the first log is read, so that this counts against the time of its source, and from the
/// beginnings of the logs, so that it takes no longer for long ones.
package final class PseudonymKey: Sendable {
  private let logs: [String]
  private let other: [UInt8]
  private let commit: ObjectName
  private let key = MadeOnce<[UInt8]>()

  /// Of each log: some dozens of lines with their times, which nobody guesses.
  private static let maximumLength = 16 << 10

  /// - Parameters:
  ///   - logs: The paths of the logs. One that cannot be read is as good as empty: its own source says so.
  ///   - other: What else the archive does not hold as it is.
  package init(of logs: [String], other: [UInt8] = [], _ commit: ObjectName) {
    self.logs = logs
    self.other = other
    self.commit = commit
  }

  /// - Throws: ``EvidenceError``.
  package func bytes() throws -> [UInt8] { try key.get { () throws in try made() } }

  private func made() throws -> [UInt8] {
    var digest = try StreamDigest()
    try Array("pseudonyms \(commit)\n".utf8).withUnsafeBytes { try digest.update($0) }
    try other.withUnsafeBytes { try digest.update($0) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.maximumLength, alignment: 16)
    defer { buffer.deallocate() }
    for log in logs {
      // As good as empty where it cannot be read.
      let count = (try? ArchiveFile(log).read(buffer, at: 0)) ?? 0
      try digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      try Array("\n\(count)\n".utf8).withUnsafeBytes { try digest.update($0) }
    }
    return try digest.finish().bytes
  }
}
