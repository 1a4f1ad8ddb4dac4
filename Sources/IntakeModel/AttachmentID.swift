/// Names one attachment that was handed over: a UUID, and nothing else.
///
/// New identifiers are UUIDs of version 7 (RFC 9562), which begin with the time in milliseconds, so that
/// rows and folder entries that come together lie together. The other 74 bits are random.
public typealias AttachmentID = UniqueID<AttachmentTag>

/// Names one batch: everything that one call took in.
public typealias BatchID = UniqueID<BatchTag>

/// Names one open store, which is alive while it holds the lock on its owner file.
public typealias OwnerID = UniqueID<OwnerTag>

/// Names one container: written into it, and into its catalog, when each is made.
public typealias ContainerID = UniqueID<ContainerTag>

/// Names one lease on an attachment.
public typealias LeaseID = UniqueID<LeaseTag>

/// Names one link of the library to a document that stays where it is.
public typealias LinkID = UniqueID<LinkTag>

/// Names the record of one import.
public typealias ImportID = UniqueID<ImportTag>

/// Marks identifiers of attachments.
public enum AttachmentTag {}
/// Marks identifiers of batches.
public enum BatchTag {}
/// Marks identifiers of open stores.
public enum OwnerTag {}
/// Marks identifiers of containers.
public enum ContainerTag {}
/// Marks identifiers of leases.
public enum LeaseTag {}
/// Marks identifiers of links.
public enum LinkTag {}
/// Marks identifiers of import records.
public enum ImportTag {}
