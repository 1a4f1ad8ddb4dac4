#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake
import UniformTypeIdentifiers

extension TypeIdentifier {
  public init(_ type: UTType) { self.init(type.identifier) }
}

extension UTType {
  /// The type of that name; `nil` where the system knows none, as of a type that another app declares.
  public init?(_ type: TypeIdentifier) { self.init(type.rawValue) }
}
#endif
