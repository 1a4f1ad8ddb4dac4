import IntakeModel
import UniformTypes

/// Makes records that differ where it matters.
enum Samples {
  static let owner = OwnerID(milliseconds: 1)
  static let plenty = ContainerLimits()

  static func record(
    at time: Int64 = 1_000, size: Int = 100, name: String? = "photo.jpg",
    batch: BatchID = BatchID(milliseconds: 1), position: Int = 0, owner: OwnerID = owner,
    durability: Durability = .none, filenameExtension: String? = "jpeg"
  ) -> CatalogRecord {
    let id = AttachmentID(milliseconds: time)
    return CatalogRecord(
      attachment: StoredAttachment(
        id: id, declaredType: "public.heic", contentType: "public.jpeg", size: .bytes(size),
        digest: ContentDigest(id.bytes + id.bytes)!),
      storedName: StoredName(id: id, filenameExtension: filenameExtension), displayName: name,
      batch: batch, position: position, owner: owner, durability: durability, systemRun: "run-1",
      recordedAt: time)
  }

  static func records(_ count: Int, from time: Int64 = 1_000) -> [CatalogRecord] {
    let batch = BatchID(milliseconds: time)
    return (0..<count).map { record(at: time + Int64($0), batch: batch, position: $0) }
  }

  static func lease(endsAt: Int64? = nil, owner: OwnerID = owner) -> Lease {
    Lease(id: LeaseID(milliseconds: 7), owner: owner, endsAt: endsAt)
  }
}
