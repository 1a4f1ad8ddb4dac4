internal import IntakeModel
internal import UniformTypes

// What the checks are made of.
extension CatalogConformance {
  static let owner = OwnerID(milliseconds: 1)
  static let batch = BatchID(milliseconds: 1)

  static func make(
    at time: Int64, size: Int = 10, batch: BatchID = batch, position: Int = 0,
    owner: OwnerID = owner, name: String? = nil
  ) -> CatalogRecord {
    let id = AttachmentID(milliseconds: time)
    guard let digest = ContentDigest(id.bytes + id.bytes) else {
      preconditionFailure("two identifiers are as long as a digest")
    }
    return CatalogRecord(
      attachment: StoredAttachment(
        id: id, declaredType: "public.image", contentType: "public.png", size: .bytes(size),
        digest: digest),
      storedName: StoredName(id: id, filenameExtension: "png"), displayName: name, batch: batch,
      position: position, owner: owner, durability: .none, systemRun: "run", recordedAt: time)
  }

  static func lease(
    _ number: Int64 = 1, endsAt: Int64? = nil, owner: OwnerID = owner
  ) -> Lease {
    // The same for the same number, unlike a new identifier.
    guard let id = LeaseID(bytes: [UInt8](repeating: UInt8(number), count: 16)) else {
      preconditionFailure("an identifier has 16 bytes")
    }
    return Lease(id: id, owner: owner, endsAt: endsAt)
  }

  static func expect<Value: Equatable>(
    _ what: String, _ found: Value, is expected: Value
  ) throws {
    if found != expected {
      throw ConformanceFailure("\(what): expected \(expected), found \(found)")
    }
  }

  static func expect(
    _ code: IntakeError.Code, from what: String, _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch let error as IntakeError {
      return try expect("code of \(what)", error.code, is: code)
    }
    throw ConformanceFailure("\(what): expected \(code), found no error")
  }
}

extension AttachmentCatalog {
  /// Takes records in, as pending rows or on to `state`.
  func add(_ records: [CatalogRecord], as state: CatalogRecord.State = .available) async throws {
    let leftOut = try await recordPending(records, within: ContainerLimits())
    try CatalogConformance.expect("left out", leftOut, is: [])
    guard state != .pending else { return }
    try await markStored(
      records.map(\.id), as: state == .hidden ? .hidden : .available, durability: .none)
  }

  /// Adds a record, takes it and finishes it at `time`.
  func addFinished(_ record: CatalogRecord, at time: Int64) async throws {
    try await add([record])
    let lease = CatalogConformance.lease()
    _ = try await take(record.id, for: lease, now: time)
    try await endLease(lease.id, of: record.id, as: .finished, now: time)
  }

  func state(of id: AttachmentID) async throws -> CatalogRecord.State? {
    try await record(id)?.state
  }

  func ids(in states: Set<CatalogRecord.State>) async throws -> [AttachmentID] {
    try await records(in: states, batch: nil, after: nil, limit: .max).map(\.id)
  }

  func remove(
    _ ids: [AttachmentID], lease: LeaseID? = nil,
    from states: Set<CatalogRecord.State> = [.available, .taken, .finished], now: Int64 = 9
  ) async throws -> [AttachmentID] {
    try await beginRemoval(ids, reason: .discarded, lease: lease, from: states, now: now).map(\.id)
  }
}
