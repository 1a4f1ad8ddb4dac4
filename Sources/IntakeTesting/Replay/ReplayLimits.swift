public import IntakeModel

/// What a replay does at most, so that a record cannot make it fill the memory or the disk.
///
/// What is beyond is never made smaller: the share is not replayed, and the result says why.
public struct ReplayLimits: Sendable, Hashable {
  /// The most bytes that are held in memory for one representation. 64 MiB by default.
  public var dataSize: ByteCount = .mebibytes(64)

  /// The most bytes of one attachment that are copied into the container. 4 GiB by default. What a limit of the
  /// contract refuses before it is copied may be larger: the file is sparse.
  public var copySize: ByteCount = .gibibytes(4)

  /// The size of content of which the record says none. 16 KiB by default: more than is looked at to tell a type.
  public var unstatedSize: ByteCount = .kibibytes(16)

  /// Makes limits that are all as by default.
  public init() {}
}
