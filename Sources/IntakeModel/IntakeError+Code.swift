extension IntakeError {
  /// A kind of failure, stable over versions. A struct, so that a new one breaks no caller's switch.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code as it is written in records and on the command line, such as `over-file-limit`.
    public let name: String

    fileprivate init(named name: String) { self.name = name }

    /// The code of that name, as ``name`` writes it; `nil` for any other text.
    public init?(_ name: String) {
      guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = code
    }

    public var description: String { name }
  }
}

// Limits.
extension IntakeError.Code {
  /// The attachment holds more bytes than one may.
  public static let overFileLimit = Self(named: "over-file-limit")
  /// The attachments of the batch together hold more bytes than they may.
  public static let overBatchLimit = Self(named: "over-batch-limit")
  /// The batch holds more attachments than it may.
  public static let overCountLimit = Self(named: "over-count-limit")
  /// The container holds as many bytes or attachments as it may.
  public static let containerFull = Self(named: "container-full")
}

// The source.
extension IntakeError.Code {
  /// None of the declared types is accepted.
  public static let noAcceptedType = Self(named: "no-accepted-type")
  /// The type is one that the contract refuses explicitly.
  public static let typeRefused = Self(named: "type-refused")
  /// The source reported a failure.
  public static let loadFailed = Self(named: "load-failed")
  /// The source did not deliver in time.
  public static let loadTimedOut = Self(named: "load-timed-out")
  /// The source called back with neither a value nor an error.
  public static let nothingDelivered = Self(named: "nothing-delivered")
  /// The content is not on this device yet; trying again later may help.
  public static let notDownloaded = Self(named: "not-downloaded")
  /// There is no file at the source's path.
  public static let sourceMissing = Self(named: "source-missing")
  /// The source may not be read.
  public static let sourceDenied = Self(named: "source-denied")
  /// The source is a symbolic link.
  public static let sourceIsLink = Self(named: "source-is-link")
  /// The source is a directory or package, and those are refused.
  public static let sourceIsDirectory = Self(named: "source-is-directory")
  /// The source is a pipe, a device or a socket.
  public static let sourceNotRegular = Self(named: "source-not-regular")
  /// Reading the source failed.
  public static let readFailed = Self(named: "read-failed")
  /// The source changed, grew or shrank while it was copied.
  public static let sourceChanged = Self(named: "source-changed")
  /// The sequence of attachments itself failed.
  public static let sequenceFailed = Self(named: "sequence-failed")
}

// The content.
extension IntakeError.Code {
  /// The source delivered no bytes.
  public static let emptyContent = Self(named: "empty-content")
  /// The content is of another type than was declared, and that type is not accepted.
  public static let contentMismatch = Self(named: "content-mismatch")
  /// The content was found not to open.
  public static let contentInvalid = Self(named: "content-invalid")
  /// The content opens only with a password, and such content is refused.
  public static let contentLocked = Self(named: "content-locked")
  /// The content opens only after repair, and such content is refused.
  public static let contentRepairable = Self(named: "content-repairable")
  /// Decoding the content would cross a limit on its size, time or number of parts.
  public static let contentOverLimit = Self(named: "content-over-limit")
  /// Nothing could tell whether the content opens, and such content is refused.
  public static let notValidated = Self(named: "not-validated")
  /// The scanner found something harmful in the content.
  public static let contentInfected = Self(named: "content-infected")
  /// The scanner could not tell, and what it has not seen is refused.
  public static let notScanned = Self(named: "not-scanned")
  /// The stored copy no longer has the size or digest that was recorded.
  public static let digestMismatch = Self(named: "digest-mismatch")
  /// The file of a document is not in the container, though its entry is; it may come back.
  public static let copyMissing = Self(named: "copy-missing")
}

// The container.
extension IntakeError.Code {
  /// There is no container at the given place, or it went away while it was in use.
  public static let containerUnavailable = Self(named: "container-unavailable")
  /// The container may not be written.
  public static let containerReadOnly = Self(named: "container-read-only")
  /// What is at the given place is no container, or one of a newer version.
  public static let containerUnsuitable = Self(named: "container-unsuitable")
  /// The disk has no free space, or no free file entries, left.
  public static let diskFull = Self(named: "disk-full")
  /// The process has no file descriptors left.
  public static let tooManyOpenFiles = Self(named: "too-many-open-files")
  /// Writing the copy failed.
  public static let writeFailed = Self(named: "write-failed")
  /// Another process has held the catalog for longer than this one waits; trying again later may help.
  public static let containerBusy = Self(named: "container-busy")
  /// The catalog could not be read or written.
  public static let catalogFailed = Self(named: "catalog-failed")
  /// The catalog's file is damaged.
  public static let catalogDamaged = Self(named: "catalog-damaged")
}

// The hand-over and the batch.
extension IntakeError.Code {
  /// No attachment with this identifier was handed over.
  public static let notFound = Self(named: "not-found")
  /// Another reader holds the lease.
  public static let alreadyTaken = Self(named: "already-taken")
  /// The lease is not, or no longer, the caller's.
  public static let leaseLost = Self(named: "lease-lost")
  /// Another attachment of an all-or-nothing batch was refused.
  public static let batchAborted = Self(named: "batch-aborted")
  /// The original of a linked document cannot be found any more; choose it again.
  public static let linkBroken = Self(named: "link-broken")
  /// An argument of the call makes no sense.
  public static let invalidArgument = Self(named: "invalid-argument")
  /// The pipeline or store was closed.
  public static let closed = Self(named: "closed")
}

extension IntakeError.Code: CaseIterable {
  /// Every code.
  public static let allCases: [Self] = [
    .overFileLimit, .overBatchLimit, .overCountLimit, .containerFull, .noAcceptedType,
    .typeRefused, .loadFailed, .loadTimedOut, .nothingDelivered, .notDownloaded, .sourceMissing,
    .sourceDenied, .sourceIsLink, .sourceIsDirectory, .sourceNotRegular, .readFailed,
    .sourceChanged, .sequenceFailed, .emptyContent, .contentMismatch, .contentInvalid,
    .contentLocked, .contentRepairable, .contentOverLimit, .notValidated, .contentInfected,
    .notScanned, .digestMismatch, .copyMissing, .containerUnavailable, .containerReadOnly,
    .containerUnsuitable, .diskFull, .tooManyOpenFiles, .writeFailed, .containerBusy,
    .catalogFailed, .catalogDamaged, .notFound,
    .alreadyTaken, .leaseLost, .batchAborted, .linkBroken, .invalidArgument, .closed,
  ]
}

extension IntakeError.Code {
  /// Whether the same call may succeed later, with nothing changed by the caller: content that is on its way
  /// to this device, a source that was being written, a disk or container that others make room in.
  ///
  /// Elsewhere somebody has to do something else first: choose another file, grant access, raise a limit.
  public var mayPassLater: Bool {
    switch self {
    case .notDownloaded, .loadTimedOut, .loadFailed, .nothingDelivered, .sourceChanged, .readFailed,
      .emptyContent, .copyMissing, .containerFull, .containerBusy, .containerUnavailable, .diskFull,
      .tooManyOpenFiles, .writeFailed, .notValidated, .notScanned, .batchAborted:
      true
    default: false
    }
  }
}
