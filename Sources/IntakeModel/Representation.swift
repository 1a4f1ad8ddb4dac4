public import UniformTypes

/// One form in which a source offers an attachment.
public struct Representation: Sendable, Hashable {
  /// The declared type. Sources lie; it is a claim to be checked.
  public let type: TypeIdentifier
  /// How the source delivers it.
  public let delivery: Delivery
  /// The declared size, where the source knows one.
  public let size: ByteCount?

  /// Makes an offer of `type`; `size` is the declared number of bytes, and `nil` where the source knows none.
  public init(_ type: TypeIdentifier, delivery: Delivery, size: ByteCount? = nil) {
    self.type = type
    self.delivery = delivery
    self.size = size
  }

  /// How a representation reaches the pipeline, and how long it lasts.
  public enum Delivery: String, Sendable, CaseIterable, Hashable {
    /// The path of a temporary file, which lives until the callback returns.
    case file
    /// The path of the original, which is readable while access is held.
    case inPlaceFile = "in-place-file"
    /// Bytes in memory, counted in the budget as they arrive.
    case data
    /// Chunks of bytes, pulled with back-pressure.
    case stream
  }
}
