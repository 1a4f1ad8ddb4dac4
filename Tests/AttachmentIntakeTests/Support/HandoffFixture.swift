import AttachmentIntake
import IntakeModel
import IntakeTesting
import Synchronization

/// A container whose time stands still until a test moves it, and the inbox on its other side.
struct HandoffFixture: Sendable {
  let folder: TemporaryFolder
  let time: StandingTime
  let container: SharedContainer

  var inbox: Inbox { Inbox(container) }
  var path: String { folder.path(of: "container") }

  /// Takes in `contents`, and returns what was stored, in order.
  @discardableResult
  func store(
    _ contents: [SampleContent], durability: Durability = .group,
    limits: ContainerLimits = ContainerLimits()
  ) async throws -> [StoredAttachment] {
    try await ingest(contents, durability: durability, limits: limits).map { try $0.result.get() }
  }

  /// Takes in one photo of `bytes` bytes.
  @discardableResult
  func storePhoto(
    bytes: Int = 5_000, seed: UInt64 = 0, durability: Durability = .group
  ) async throws -> StoredAttachment {
    try await store([.jpeg(bytes: bytes, seed: seed)], durability: durability)[0]
  }

  /// Takes in `contents`, and returns their outcomes, in order.
  func ingest(
    _ contents: [SampleContent], durability: Durability = .group,
    limits: ContainerLimits = ContainerLimits()
  ) async throws -> [Outcome] {
    var configuration = IntakePipeline.Configuration()
    configuration.durability = durability
    configuration.container = limits
    // A full disk is to be met, not foreseen.
    configuration.minimumFreeSpace = .zero
    let pipeline = try IntakePipeline(into: container, configuration: configuration)
    return try await pipeline.ingest(contents.map { .shared($0) })
  }

  /// A row that was recorded, and got no further than `state`; there is no file for it.
  func recordUnfinished(as state: CatalogRecord.State = .pending) async throws -> CatalogRecord {
    let record = CatalogRecord.sample(owner: container.store.owner)
    _ = try await container.catalog.recordPending([record], within: ContainerLimits())
    if state == .hidden {
      try await container.catalog.markStored([record.id], as: .hidden, durability: .none)
    }
    return record
  }

  /// The name of a stored copy, relative to the fixture's folder.
  func fileName(of id: AttachmentID) async throws -> String {
    "container/attachments/\(try await inbox.entry(id).storedName)"
  }

  /// The files of copies in the container.
  func copies() throws -> [String] { try folder.list("container/attachments") }

  /// Another container of the same process on the same folder.
  func reopen() async throws -> SharedContainer {
    try await SharedContainer.open(at: path, time: time)
  }
}

/// Runs `body` with a fresh container, and closes it afterwards.
///
/// - Parameter base: Where its folder is made, such as a mounted file system.
func withHandoff<Result>(
  base: String? = nil, _ body: (HandoffFixture) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder(base: base) { folder in
    let time = StandingTime()
    let container = try await SharedContainer.open(at: folder.path(of: "container"), time: time)
    let fixture = HandoffFixture(folder: folder, time: time, container: container)
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

/// A time of day that a test moves.
final class StandingTime: Sendable {
  private let milliseconds = Mutex(WallClock.milliseconds())

  var now: Int64 { milliseconds.withLock { $0 } }

  func advance(by duration: Duration) {
    milliseconds.withLock { $0 += duration.components.seconds * 1000 }
  }
}

extension CatalogRecord {
  /// A row for a copy that nobody has written.
  static func sample(owner: OwnerID, durability: Durability = .group) -> CatalogRecord {
    let id = AttachmentID(milliseconds: WallClock.milliseconds())
    let digest = ContentDigest([UInt8](repeating: 0, count: ContentDigest.byteCount))!
    return CatalogRecord(
      attachment: StoredAttachment(
        id: id, declaredType: "public.jpeg", contentType: "public.jpeg", size: .bytes(10),
        digest: digest),
      storedName: StoredName(id: id, filenameExtension: "jpeg"), displayName: nil,
      batch: BatchID(milliseconds: 0), position: 0, owner: owner, durability: durability,
      systemRun: "run", recordedAt: WallClock.milliseconds())
  }
}

/// The code that `body` fails with; `nil` where it does not.
func failureCode(_ body: () async throws -> Void) async -> IntakeError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? IntakeError)?.code
  }
}
