/// An attachment that this reader holds by a lease.
public struct TakenAttachment: Sendable {
  private let inbox: Inbox
  /// The row, as it was when it was taken.
  public let record: CatalogRecord
  /// What shows that the lease is the caller's.
  public let lease: LeaseID

  init(inbox: Inbox, record: CatalogRecord, lease: LeaseID) {
    self.inbox = inbox
    self.record = record
    self.lease = lease
  }

  /// The identifier under which it was handed over.
  public var id: AttachmentID { record.id }

  /// Opens the copy; see ``Inbox/open(_:)``.
  ///
  /// - Throws: As ``Inbox/open(_:)`` does.
  public func open() async throws -> AttachmentReader { try await inbox.open(record, lease: lease) }

  /// See ``Inbox/finish(_:lease:keepsCopy:)``.
  ///
  /// - Throws: `notFound`, or `leaseLost` if the lease is no longer the caller's.
  public func finish(keepsCopy: Bool = false) async throws {
    try await inbox.finish(id, lease: lease, keepsCopy: keepsCopy)
  }

  /// See ``Inbox/giveBack(_:lease:)``.
  ///
  /// - Throws: `notFound`, or `leaseLost` if the lease is no longer the caller's.
  public func giveBack() async throws { try await inbox.giveBack(id, lease: lease) }
}
