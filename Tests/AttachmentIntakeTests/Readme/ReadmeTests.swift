import AttachmentIntake
import Foundation
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadmeTests {
  /// A file of the package, by its path in it.
  private func text(_ path: String) throws -> String {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: ["server", "extension"])
  func `the examples of the README are the ones that are compiled here`(name: String) throws {
    let source = try text("Tests/AttachmentIntakeTests/Readme/ReadmeExamples.swift")
    let start = try #require(source.range(of: "// README: \(name)\n"))
    let rest = source[start.upperBound...]
    let end = try #require(rest.range(of: "// end\n"))
    let example = String(rest[..<end.lowerBound])
    #expect(try text("README.md").contains("```swift\n\(example)```\n"))
  }

  @Test
  func `the server example stores a body and names what it refuses`() async throws {
    try await withTemporaryFolder { folder in
      let uploads = try await Uploads(folder: folder.path(of: "uploads"))
      let content = SampleContent.png(bytes: 100_000)
      _ = try await uploads.receive(
        ChunkSource(content), contentType: "image/png", length: content.size)
      await #expect(throws: IntakeError.self) {
        try await uploads.receive(
          ChunkSource(.text(bytes: 100)), contentType: "text/plain; charset=utf-8", length: nil)
      }
    }
  }

  @Test
  func `the extension example hands over to the app`() async throws {
    try await withTemporaryFolder { folder in
      let content = SampleContent.jpeg(bytes: 50_000)
      let provider = ScriptedProvider(name: "IMG_1.jpg", [.init("public.jpeg", .file(content))])
      let outcomes = try await takeIn([provider], groupFolder: folder.path(of: "group"))
      #expect(outcomes.compactMap(\.stored).count == 1)
      var received: [[UInt8]] = []
      try await receive(groupFolder: folder.path(of: "group")) {
        received.append(try await $0.bytes(limit: .mebibytes(1)))
      }
      #expect(received == [content.bytes])
    }
  }
}
