import AttachmentIntake
import Foundation
import IntakeTesting
import ShareContract
import Testing

@Suite(.timeLimit(.minutes(5))) struct ArticleTests {
  private static let root: URL = {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root
  }()

  /// The pages of all catalogs, by their paths in the package, but that of the adapters, whose example is compiled and
  /// compared where their stand-ins are.
  private static let pages: [String] = {
    let files = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    let paths = files?.compactMap { $0 as? String } ?? []
    return paths.filter {
      $0.contains(".docc/") && $0.hasSuffix(".md") && !$0.hasPrefix("AttachmentIntakeApple/")
    }.map { "Sources/" + $0 }.sorted()
  }()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// What stands between each `start` and the `end` that follows it.
  private static func pieces(of text: String, from start: String, to end: String) -> [String] {
    text.components(separatedBy: start).dropFirst().compactMap {
      $0.components(separatedBy: end).first
    }
  }

  @Test
  func `there are pages, and examples in them`() throws {
    #expect(Self.pages.count > 10)
    let examples = try Self.text("Tests/ExamplesTests/Articles/ArticleExamples.swift")
    #expect(Self.pieces(of: examples, from: "\n// ", to: "// end\n").count > 8)
  }

  @Test(arguments: pages)
  func `the Swift examples of a page are the ones that are compiled here`(page: String) throws {
    let name = URL(filePath: page).deletingPathExtension().lastPathComponent
    let examples = try Self.text("Tests/ExamplesTests/Articles/ArticleExamples.swift")
    #expect(
      Self.pieces(of: try Self.text(page), from: "```swift\n", to: "```\n")
        == Self.pieces(of: examples, from: "\n// \(name)\n", to: "// end\n"))
  }

  private func meadow(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Self.root.appending(path: "Tests/Examples/Meadow/\(file)")))
  }

  @Test
  func `the rule of the worked example misses no row`() throws {
    let infoPlist = try meadow("ShareExtension-Info.plist")
    let contract = try meadow("share-contract.json")
    #expect(try rowsThatTheRuleMisses(contractFile: contract, infoPlist: infoPlist) == [])
  }

  @Test
  func `the rows of the worked example come out as promised`() async throws {
    let contract = try InputContract(reading: try meadow("share-contract.json"))
    #expect(try await comesOutAsPromised(contract.rows, of: contract))
  }

  @Test
  func `the awkward source is stored as what its content is`() async throws {
    let outcome = try await takeInAwkwardSource()
    #expect(outcome.trail.map(\.type) == ["public.heic"])
    #expect(outcome.stored?.declaredType == "public.jpeg")
    #expect(outcome.stored?.contentType == "public.png")
  }

  @Test
  func `workers on one container get all that was taken in, each once`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "inbox")
      let attachments = (0..<20).map {
        Attachment(
          bytes: SampleContent.jpeg(bytes: 2000 + $0, seed: UInt64($0)).bytes, type: "public.jpeg")
      }
      let taken = Tally()
      let ids = try await takeIn(attachments, to: path)
      #expect(ids.compactMap { $0 }.count == 20)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            try await work(inFolder: path) {
              _ = try await $0.bytes(limit: .mebibytes(1))
              taken.add()
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(taken.count == 20)
    }
  }

  @Test
  func `what is handed on is finished, and what fails is given back`() async throws {
    struct Refused: Error {}
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "inbox")
      let content = SampleContent.pdf(bytes: 3000)
      _ = try await takeIn([Attachment(bytes: content.bytes, type: "com.adobe.pdf")], to: path)
      let container = try await openAndReport(folder: path)
      let inbox = Inbox(container)
      await #expect(throws: Refused.self) {
        _ = try await handOn(from: inbox) { _ in throw Refused() }
      }
      var bytes: [UInt8] = []
      #expect(try await handOn(from: inbox) { bytes += $0 } != nil)
      #expect(bytes == content.bytes)
      #expect(try await handOn(from: inbox) { _ in } == nil)
      await container.close()
    }
  }

  @Test
  func `the limits for pictures make sense to a pipeline`() async throws {
    try await withTemporaryFolder { folder in
      try await SharedContainer.withContainer(at: folder.path(of: "inbox")) { container in
        _ = try IntakePipeline(into: container, configuration: limitsForPictures())
        let contract = try meadow("share-contract.json")
        #expect(try pipeline(into: container, contractFile: contract).options.policy == .keep)
      }
    }
  }

  @Test
  func `a picture is told by its first bytes, and else by its extension`() {
    let png = SampleContent.png(bytes: 100).bytes
    #expect(pictureType(prefix: png, filenameExtension: "txt") == "public.png")
    #expect(pictureType(prefix: [], filenameExtension: "heic") == "public.heic")
    #expect(pictureType(prefix: [], filenameExtension: "pdf") == nil)
  }

  @Test
  func `a text with a private word or an address may not leave`() {
    #expect(mayLeave("stored public.jpeg", without: ["meadow"]))
    #expect(!mayLeave("stored at Meadow", without: ["meadow"]))
    #expect(!mayLeave("sent to someone@example.com", without: ["meadow"]))
  }
}
