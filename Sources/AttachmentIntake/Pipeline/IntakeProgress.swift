/// How far a batch has come.
public struct IntakeProgress: Sendable, Hashable {
  /// Bytes copied so far, of all attachments.
  public var bytesDone = ByteCount.zero
  /// Bytes expected, of all attachments that have begun and whose size is known.
  public var bytesExpected = ByteCount.zero
  /// Attachments that were pulled from the source.
  public var started = 0
  /// Attachments that were stored so far.
  public var stored = 0
  /// Attachments that were refused so far.
  public var refused = 0
  /// The attachments that are being copied, in the order in which they began.
  public var running: [Running] = []
  /// Whether this is the last event of the batch.
  public var isFinal = false

  /// One attachment that is being copied.
  public struct Running: Sendable, Hashable {
    /// Its place in the caller's order.
    public let position: Int
    /// Bytes of it that were copied so far.
    public var bytesDone = ByteCount.zero
    /// Its declared size, where it is known.
    public var bytesExpected: ByteCount?
  }

  /// Makes the progress of a batch that has not begun.
  public init() {}
}
