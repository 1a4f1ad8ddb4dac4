/// What one container may hold, over all batches and processes.
public struct ContainerLimits: Sendable, Hashable {
  /// The most bytes; `nil` for as many as fit the disk.
  public var bytes: ByteCount?
  /// The most attachments. A million by default.
  public var count: Int

  public init(bytes: ByteCount? = nil, count: Int = 1_000_000) {
    self.bytes = bytes
    self.count = count
  }
}

/// What a container holds.
public struct ContainerTotals: Sendable, Hashable {
  public var count: Int
  public var bytes: ByteCount

  public init(count: Int = 0, bytes: ByteCount = .zero) {
    self.count = count
    self.bytes = bytes
  }
}
