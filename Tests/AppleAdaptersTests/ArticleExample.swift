import AppleAdapters
import AttachmentIntake

// The example of the article AttachmentIntakeApple, word for word: a test compares them.

/// Takes in what was shared, and ends the request of the extension.
@MainActor func takeIn(_ request: ShareExtensionRequest, into group: AppGroup) async {
  let attachments = request.attachments
  do {
    let outcomes = try await SharedContainer.withContainer(of: group) { container in
      var configuration = IntakePipeline.Configuration(accepting: ["public.image", "com.adobe.pdf"])
      configuration.fitToProcess()
      let pipeline = try IntakePipeline(into: container, configuration: configuration)
      return try await pipeline.ingest(attachments)
    }
    request.complete(after: outcomes)
  } catch {
    request.cancel(because: error)
  }
}
