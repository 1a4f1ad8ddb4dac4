public import UniformTypes

/// A type that is accepted, and on what terms.
///
/// A declared type matches where it conforms to ``type``.
public struct AcceptedType: Sendable, Hashable {
  /// The type that a declared one has to be or to conform to.
  public var type: TypeIdentifier
  /// How it may be delivered; `nil` for every way.
  public var deliveries: Set<Representation.Delivery>?
  /// The most bytes of one attachment of this type, where that is less than the limit for all.
  public var maximumSize: ByteCount?

  /// Makes an accepted type.
  ///
  /// - Parameters:
  ///   - type: What a declared type has to be or to conform to.
  ///   - deliveries: How it may be delivered; `nil` for every way.
  ///   - maximumSize: The most bytes of one attachment; `nil` for the limit for all.
  public init(
    _ type: TypeIdentifier, deliveries: Set<Representation.Delivery>? = nil,
    maximumSize: ByteCount? = nil
  ) {
    self.type = type
    self.deliveries = deliveries
    self.maximumSize = maximumSize
  }
}

/// A type that is refused although a more general one is accepted, and what the person is told.
///
/// It refuses what conforms to ``type``, but for types that an accepted type below it takes: with
/// `public.image` refused and `public.jpeg` accepted, a JPEG is taken.
public struct RefusedType: Sendable, Hashable {
  /// The type that is refused, with those that conform to it.
  public var type: TypeIdentifier
  /// What the person is told; `nil` for a message of ours.
  public var message: String?

  /// Makes a refused type; `message` of `nil` tells the person a message of ours.
  public init(_ type: TypeIdentifier, message: String? = nil) {
    self.type = type
    self.message = message
  }
}
