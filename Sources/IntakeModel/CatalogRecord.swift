/// One row of the catalog: a copy in the container, and where it stands.
public struct CatalogRecord: Sendable, Hashable {
  /// The copy: its identifier, types, size in bytes and digest.
  public let attachment: StoredAttachment
  /// The copy's file name.
  public let storedName: StoredName
  /// The name that the source suggested: display data, at most 1,024 bytes of UTF-8.
  public let displayName: String?
  /// The batch that it was taken in with.
  public let batch: BatchID
  /// The place in the batch, from zero.
  public let position: Int
  /// The store that wrote it.
  public let owner: OwnerID
  /// Where the copy stands on its way.
  public var state: State
  /// What its commit waited for.
  public let durability: Durability
  /// Names the run of the system in which the copy was last known good. For durability none, another run
  /// means that the copy is checked by digest before it is handed out.
  public var systemRun: String
  /// When it was recorded, in milliseconds since 1970.
  public let recordedAt: Int64
  /// The lease, while it is taken.
  public var lease: Lease?
  /// When it was last finished or given back, in milliseconds since 1970; `nil` if it was never taken.
  public var lastReadAt: Int64?

  /// Makes a row; by default of a copy that is pending, and that nobody has taken.
  public init(
    attachment: StoredAttachment, storedName: StoredName, displayName: String?, batch: BatchID,
    position: Int, owner: OwnerID, state: State = .pending, durability: Durability,
    systemRun: String, recordedAt: Int64, lease: Lease? = nil, lastReadAt: Int64? = nil
  ) {
    self.attachment = attachment
    self.storedName = storedName
    self.displayName = displayName
    self.batch = batch
    self.position = position
    self.owner = owner
    self.state = state
    self.durability = durability
    self.systemRun = systemRun
    self.recordedAt = recordedAt
    self.lease = lease
    self.lastReadAt = lastReadAt
  }

  /// The identifier of the copy.
  public var id: AttachmentID { attachment.id }

  /// Where a copy stands between its first row and its last.
  ///
  ///     pending ─▶ hidden ─▶ available ⇄ taken ─▶ finished ─▶ removing ─▶ (no row)
  ///     importing ─▶ kept ─▶ removing ─▶ (no row)
  ///
  /// The second line is that of the library's documents, which nobody takes and no rule removes.
  public enum State: Int, Sendable, CaseIterable, Hashable {
    /// Recorded, and perhaps not linked yet. Only its owner may touch it.
    case pending = 0
    /// Stored, in a batch that nobody sees yet.
    case hidden = 1
    /// Handed over, and not taken.
    case available = 2
    /// One reader holds the lease.
    case taken = 3
    /// Read, and kept by the retention rule.
    case finished = 4
    /// About to be unlinked; the row goes last.
    case removing = 5
    /// A document that is recorded, and perhaps not linked yet. Its owner completes it, or the recovery
    /// after its owner, where its file is whole.
    case importing = 6
    /// A document of the library.
    case kept = 7

    /// Whether a reader of the inbox may open it.
    public var isHandedOver: Bool { self == .available || self == .taken || self == .finished }

    /// Whether its owner, or the recovery after it, has still something to do.
    public var isUnfinished: Bool { !isHandedOver && self != .kept }
  }
}

/// The right of one reader to an attachment.
public struct Lease: Sendable, Hashable {
  /// What shows that the lease is the caller's.
  public let id: LeaseID
  /// The open store whose life the lease depends on.
  public let owner: OwnerID
  /// When it ends by itself, in milliseconds since 1970. `nil`: with its owner. A lease with an end does
  /// not depend on its owner, so that it can outlive the process that took it.
  public let endsAt: Int64?

  /// Makes a lease.
  ///
  /// - Parameters:
  ///   - id: What shows that the lease is the caller's.
  ///   - owner: The open store whose life it depends on.
  ///   - endsAt: When it ends by itself, in milliseconds since 1970; `nil` for with its owner.
  public init(id: LeaseID, owner: OwnerID, endsAt: Int64? = nil) {
    self.id = id
    self.owner = owner
    self.endsAt = endsAt
  }
}
