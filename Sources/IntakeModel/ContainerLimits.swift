/// What one container may hold, over all batches and processes.
public struct ContainerLimits: Sendable, Hashable {
  /// The most bytes; `nil` for as many as fit the disk.
  public var bytes: ByteCount?
  /// The most attachments. A million by default.
  public var count: Int

  /// Makes limits for one container: `bytes` of `nil` for as many as fit the disk, and at most `count` attachments.
  public init(bytes: ByteCount? = nil, count: Int = 1_000_000) {
    self.bytes = bytes
    self.count = count
  }
}

/// What a container holds.
public struct ContainerTotals: Sendable, Hashable {
  /// The number of copies.
  public var count: Int
  /// The bytes of all copies together.
  public var bytes: ByteCount

  /// Makes totals; by default those of an empty container.
  public init(count: Int = 0, bytes: ByteCount = .zero) {
    self.count = count
    self.bytes = bytes
  }
}
