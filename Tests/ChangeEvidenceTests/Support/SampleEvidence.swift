import Archives
import ChangeEvidence
import Digests
import IntakeModel
import ShareContract

/// Evidence that is always the same.
enum SampleEvidence {
  static let change = Change(
    commit: ObjectName(String(repeating: "1a", count: 20))!,
    tree: ObjectName(String(repeating: "2b", count: 20))!,
    parents: [ObjectName(String(repeating: "3c", count: 20))!], branch: "main",
    time: 1_700_000_000)

  static let tests = TestReport(
    results: [
      TestResult(name: "Module.Suite/works()", verdict: .passed, duration: .milliseconds(12)),
      TestResult(name: "Module.Suite/later()", verdict: .skipped),
    ], isComplete: true)

  /// RFC 8410, section 10.3.
  static let key = try! Ed25519PrivateKey(
    pem: Array(
      """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
      -----END PRIVATE KEY-----
      """.utf8))

  static let otherKey = Ed25519PublicKey(rawBytes: [UInt8](repeating: 9, count: 32))!

  static let names = ["logs/device.txt", "Bündel/😀 #1.txt", "a-b.txt", "photo.jpg"]

  static func export(
    format: EvidenceFormat = .zip, key: Ed25519PrivateKey? = nil,
    more: [Collector] = [], change: Change = change, tests: TestReport? = tests
  ) -> EvidenceExport {
    var device = Collector("device") { output in
      try output.add(
        names[0], Array(repeating: "a line of a log\n".utf8, count: 500).flatMap { $0 })
      try output.add(names[1], Array("text\n".utf8))
    }
    device.privacy = nil
    let collectors = [
      device,
      .member(names[2], Array("plain\n".utf8), source: "plain"),
      .member(
        names[3], [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 3000), source: "media",
        privacy: nil),
    ]
    return EvidenceExport(
      change: change, collectors: collectors + (tests.map { [.results($0)] } ?? []) + more,
      page: EvidencePage(tests: tests),
      format: format, key: key)
  }
}

/// A member of an archive, to be changed and written again.
struct RawMember: Equatable {
  var name: String
  var bytes: [UInt8]
  var time: Int64 = 1_700_000_000

  static func read(_ archive: [UInt8]) throws -> [RawMember] {
    var reader = try ArchiveReader(size: Int64(archive.count)) { buffer, offset in
      let piece = archive[Int(offset)...].prefix(buffer.count)
      buffer.copyBytes(from: piece)
      return piece.count
    }
    var members: [RawMember] = []
    while let entry = try reader.next() {
      members.append(
        RawMember(
          name: String(decoding: entry.name, as: UTF8.self),
          bytes: try reader.readAll(limit: 1 << 24), time: entry.modified?.seconds ?? 0))
    }
    return members
  }

  static func write(_ members: [RawMember], _ format: EvidenceFormat) throws -> [UInt8] {
    final class Collected { var bytes: [UInt8] = [] }
    let collected = Collected()
    let archiveFormat: ArchiveFormat =
      format == .zip ? .zip(compression: .deflated(level: 6)) : .tar(filter: .zstd(level: 9))
    var writer = try ArchiveWriter(format: archiveFormat) { collected.bytes += $0 }
    for member in members {
      var rest = member.bytes[...]
      try writer.add(
        ArchiveEntryHeader(
          path: ArchivePath(member.name), kind: .file(size: Int64(member.bytes.count)),
          modified: ArchiveTime(seconds: member.time),
          isCompressible: !member.name.hasSuffix(".jpg"))
      ) { buffer in
        let piece = rest.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
      }
    }
    try writer.finish()
    return collected.bytes
  }
}
