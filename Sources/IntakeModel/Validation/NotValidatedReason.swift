/// Why content was not validated. A struct, so that a new reason breaks no caller's switch.
public struct NotValidatedReason: Hashable, Sendable, CustomStringConvertible {
  /// The reason as it is written in records, such as `no-validator`.
  public let name: String

  /// There is no validator for this type, or none at all.
  public static let noValidator = Self(name: "no-validator")
  /// What could read this type is not made for hostile content, and is blocked.
  public static let loaderBlocked = Self(name: "loader-blocked")
  /// It holds more bytes than the validator reads.
  public static let overSizeLimit = Self(name: "over-size-limit")
  /// The validator did not come to an end in time.
  public static let timedOut = Self(name: "timed-out")
  /// The validator needed more memory than it may have.
  public static let outOfMemory = Self(name: "out-of-memory")
  /// The validator crashed, or answered what it must not.
  public static let validatorCrashed = Self(name: "validator-crashed")
  /// The validator could not be started, or was closed.
  public static let validatorUnavailable = Self(name: "validator-unavailable")
  /// The content could not be read.
  public static let contentUnreadable = Self(name: "content-unreadable")
  /// It is text in an encoding that cannot be told from its bytes.
  public static let unknownEncoding = Self(name: "unknown-encoding")
  /// It uses a part of its format that the validator does not know.
  public static let unsupportedFeature = Self(name: "unsupported-feature")

  public var description: String { name }
}

extension NotValidatedReason: CaseIterable {
  /// Every reason.
  public static let allCases: [Self] = [
    .noValidator, .loaderBlocked, .overSizeLimit, .timedOut, .outOfMemory, .validatorCrashed,
    .validatorUnavailable, .contentUnreadable, .unknownEncoding, .unsupportedFeature,
  ]

  /// The reason of that name; `nil` for any other text.
  public init?(_ name: String) {
    guard let reason = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = reason
  }
}

/// The cause of a refusal with `notValidated`.
extension NotValidatedReason: Error {}
