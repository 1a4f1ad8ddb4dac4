import Glibc

/// A folder for one test, removed with all it holds when this goes away.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    // TMPDIR also chooses the file system that the tests run on.
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/container-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestFault("mkdtemp: errno \(errno)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// The path of `name` in this folder.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes `path` and what is below it.
  static func remove(_ path: String) {
    if unlink(path) == 0 || rmdir(path) == 0 { return }
    for name in (try? Files.names(in: path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}

/// A step of a test's own set-up that failed.
struct TestFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
