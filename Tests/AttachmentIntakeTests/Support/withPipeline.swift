import AttachmentIntake
import CatalogStorage
import ContainerStorage
import IntakeTesting

/// A pipeline into a fresh container in a folder of its own, and the inbox on the other side.
struct PipelineFixture: Sendable {
  let folder: TemporaryFolder
  let container: SharedContainer
  let pipeline: IntakePipeline
  let inbox: Inbox

  /// The files of copies in the container.
  func copies() throws -> [String] {
    try folder.listFiles().filter { $0.hasPrefix("container/attachments/") }
  }

  /// All rows that a reader may see.
  func rows() async throws -> [CatalogRecord] { try await inbox.list() }
}

/// Runs `body` with a pipeline into a fresh container, and closes both afterwards.
///
/// - Parameters:
///   - base: Where the folder is made; in the usual place by default.
///   - hooks: Called around the calls of the catalog that take part in the intake.
func withPipeline<Result>(
  _ configuration: IntakePipeline.Configuration = .init(), base: String? = nil,
  hooks: HookedCatalog.Hooks = .none,
  _ body: (PipelineFixture) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder(base: base) { folder in
    let path = folder.path(of: "container")
    let store = try FolderContainer(at: path, create: true)
    let catalog = try await SQLiteCatalog.open(
      at: path + "/catalog.sqlite", of: store.id)
    let container = try await SharedContainer(
      store: store, catalog: HookedCatalog(catalog, hooks))
    let pipeline = try IntakePipeline(into: container, configuration: configuration)
    let fixture = PipelineFixture(
      folder: folder, container: container, pipeline: pipeline, inbox: Inbox(container))
    do {
      let result = try await body(fixture)
      await container.close()
      return result
    } catch {
      await container.close()
      throw error
    }
  }
}

extension Attachment {
  /// A file that is only there while the provider's callback runs.
  static func shared(
    _ content: SampleContent, _ type: TypeIdentifier = "public.jpeg", name: String? = nil
  ) -> Attachment {
    Attachment(ScriptedProvider(name: name, [.init(type, .file(content))]))
  }

  /// `count` small photos, each different.
  static func photos(_ count: Int, bytes: Int = 5_000) -> [Attachment] {
    (0..<count).map { .shared(.jpeg(bytes: bytes, seed: UInt64($0)), name: "\($0).jpg") }
  }
}

extension IntakePipeline.Configuration {
  /// The defaults, changed by `change`.
  static func with(_ change: (inout Self) -> Void) -> Self {
    var configuration = Self()
    change(&configuration)
    return configuration
  }
}
