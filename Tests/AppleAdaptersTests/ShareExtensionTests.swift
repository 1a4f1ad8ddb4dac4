import AppleAdapters
import AttachmentIntake
import Foundation
import FoundationStandIn
import IntakeTesting
import Testing

extension ProcessTests {
  /// The adapter of an extension's request, compiled over a stand-in.
  @Suite @MainActor struct ShareExtensionTests {
    private final class Context: NSExtensionContext {
      let items: [NSExtensionItem]
      var told: [String] = []

      init(_ items: [NSExtensionItem] = []) { self.items = items }

      override var inputItems: [Any] { items }

      override func completeRequest(
        returningItems items: [Any]?, completionHandler: ((Bool) -> Void)?
      ) { told.append("completed") }

      override func cancelRequest(withError error: any Error) { told.append("cancelled: \(error)") }
    }

    private struct GivenUp: Error {}

    private func item(_ names: [String]) throws -> NSExtensionItem {
      let item = NSExtensionItem()
      item.attachments = try names.map {
        try StandInProvider([("public.jpeg", .delivers(.jpeg(bytes: 2_000)))], name: $0)
      }
      return item
    }

    @Test
    func `attachments are those of all items, in their order`() throws {
      let request = ShareExtensionRequest(
        Context([try item(["a", "b"]), NSExtensionItem(), try item(["c"])]))
      #expect(request.attachments.map(\.name) == ["a", "b", "c"])
      #expect(request.itemSizes == [2, 0, 1])
    }

    @Test
    func `what was shared is stored, and the host told when the view has appeared`() async throws {
      let context = Context([try item(["a"])])
      let request = ShareExtensionRequest(context)
      let attachments = request.attachments
      let outcomes = try await withInbox { try await $0.pipeline.ingest(attachments) }
      #expect(outcomes.compactMap(\.stored).count == 1)
      request.complete(after: outcomes)
      #expect(context.told == [])
      request.viewDidAppear()
      #expect(context.told == ["completed"])
    }

    @Test
    func `the example of the article is the one that is compiled here, and works`() async throws {
      var folder = URL(filePath: #filePath).deletingLastPathComponent()
      let source = try String(
        contentsOf: folder.appending(path: "ArticleExample.swift"), encoding: .utf8)
      folder.deleteLastPathComponent()
      let article = try String(
        contentsOf: folder.appending(
          path: "AppleAdapters/AttachmentIntakeApple.docc/AttachmentIntakeApple.md"),
        encoding: .utf8)
      let start = try #require(source.range(of: "/// Takes in"))
      #expect(article.contains("```swift\n\(source[start.lowerBound...])```\n"))

      try await withTemporaryFolder { folder in
        AppGroups.allow("group.org.example.article", at: folder.path)
        let context = Context([try item(["a", "b"])])
        let request = ShareExtensionRequest(context)
        request.viewDidAppear()
        await takeIn(request, into: AppGroup("group.org.example.article"))
        #expect(context.told == ["completed"])
        #expect(try folder.list("Attachments/attachments").count == 2)

        let other = Context()
        let unsigned = ShareExtensionRequest(other)
        unsigned.viewDidAppear()
        await takeIn(unsigned, into: AppGroup("group.org.example.unsigned"))
        #expect(other.told.count == 1)
        #expect(other.told.first?.hasPrefix("cancelled: container-unavailable") == true)
      }
    }

    @Test
    func `the first reason to give up is told, once`() {
      let context = Context()
      let request = ShareExtensionRequest(context)
      request.viewDidAppear()
      request.cancel(because: GivenUp())
      request.cancel(because: CancellationError())
      request.complete(after: [])
      #expect(context.told == ["cancelled: GivenUp()"])
    }
  }
}
