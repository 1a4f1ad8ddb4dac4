import Foundation
import IntakeTesting
import SystemCalls
import Testing

/// Lines at the end of a file, to which another process writes what does not end.
@Suite(.timeLimit(.minutes(5)))
struct LineAppendingTests {
  @Test
  func `a line behind one that was cut is whole`() throws {
    try withTemporaryFolder { folder in
      try folder.write(Array("a line without its e".utf8), to: "lines")
      try Self.append(["the next"], to: folder.path(of: "lines"))
      #expect(
        try String(decoding: folder.read("lines"), as: UTF8.self)
          == "a line without its e\nthe next\n")
    }
  }

  @Test
  func `a line is whole that was added at the moment when another was cut`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "lines")
      let script = #"echo ready; exec >>"$0"; while :; do printf cut; printf "\\n"; done"#
      let cutter = try ChildProcess("/bin/sh", ["-c", script, path])
      try await cutter.waitForOutput("ready\n")
      let added = (1...300).map { "line \($0)" }
      try Self.append(added, to: path)
      cutter.kill()
      _ = try await cutter.wait()
      let lines = try folder.read("lines").split(separator: UInt8(ascii: "\n"))
        .map { String(decoding: $0, as: UTF8.self) }
      #expect(lines.filter { $0.hasPrefix("line ") } == added)
    }
  }

  private static func append(_ lines: [String], to path: String) throws {
    let file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    for line in lines { try LineAppending.append(Array((line + "\n").utf8), to: file) }
  }
}
