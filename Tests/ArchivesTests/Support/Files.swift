import Archives
import Glibc
import Testing

/// Gathers what a writer pushes.
final class Collected {
  private(set) var bytes: [UInt8] = []

  func append(_ piece: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: piece)
  }
}

extension ArchiveWriter {
  /// Adds a file with these bytes.
  mutating func add(
    _ path: String, _ bytes: [UInt8], modified: ArchiveTime? = nil, isCompressible: Bool = true
  ) throws {
    var rest = bytes[...]
    let header = ArchiveEntryHeader(
      path: try ArchivePath(path), kind: .file(size: Int64(bytes.count)), modified: modified,
      isCompressible: isCompressible)
    try add(header) { buffer in
      let piece = rest.prefix(buffer.count)
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  mutating func addDirectory(_ path: String, modified: ArchiveTime? = nil) throws {
    try add(
      ArchiveEntryHeader(path: try ArchivePath(path), kind: .directory, modified: modified))
  }
}

/// Makes an archive with what `fill` adds.
func archive(
  _ format: ArchiveFormat = .zip(), _ fill: (inout ArchiveWriter) throws -> Void
) throws -> [UInt8] {
  let collected = Collected()
  var writer = try ArchiveWriter(format: format, write: collected.append)
  try fill(&writer)
  try writer.finish()
  return collected.bytes
}

/// What `finish` throws. A closure, as `#expect(throws:)` takes one, can't consume the writer.
func failure(ofFinishing writer: consuming ArchiveWriter) -> (any Error)? {
  do {
    try writer.finish()
    return nil
  } catch {
    return error
  }
}

/// Keeps `bytes` in a file while `body` runs.
func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  var name = Array("/tmp/archives-tests-XXXXXX".utf8CString)
  let descriptor = mkstemp(&name)
  try #require(descriptor >= 0)
  let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { unlink(path) }
  defer { close(descriptor) }
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    try #require(written > 0)
    rest = rest.dropFirst(written)
  }
  return try body(path)
}

/// What a file holds.
func bytes(of path: String) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  try #require(descriptor >= 0)
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
    bytes += buffer[..<count]
  }
  return bytes
}
