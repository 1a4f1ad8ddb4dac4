/// A message of the system that says why a share broke, by what it always holds. Only its name and the numbers
/// behind fixed words are kept.
struct KnownMessage: Sendable {
  /// As it stands in the redacted log.
  let name: String
  /// Texts that it holds, all of them.
  let marks: [StaticString]
  /// Fixed words, behind which a number stands, and what that number is.
  let numbers: [(after: StaticString, name: String)]

  private init(
    _ name: String, _ marks: [StaticString], numbers: [(after: StaticString, name: String)] = []
  ) {
    self.name = name
    self.marks = marks
    self.numbers = numbers
  }

  /// The first of the table that fits.
  ///
  /// - Parameter message: The bytes of a message.
  /// - Complexity: O(*n*) in their number: they are looked through once for all first marks.
  static func of(_ message: [UInt8]) -> KnownMessage? {
    var found = beginnings.found(in: message)
    while found != 0 {
      let known = all[found.trailingZeroBitCount]
      if known.marks.dropFirst().allSatisfy({ ByteSearch.has($0, in: message) }) { return known }
      found &= found - 1
    }
    return nil
  }

  private static let beginnings = MarkBeginnings(all.map { $0.marks[0] })

  static let all: [KnownMessage] = [
    // Killed for what it held or took.
    KnownMessage("killed-holding-lock", ["0xdead10cc"]),
    KnownMessage("killed-for-time", ["0x8badf00d"]),
    KnownMessage(
      "killed-for-memory", ["exceeded mem limit"],
      numbers: [("Hard ", "limitMB"), ("Soft ", "limitMB"), ("limit: ", "limitMB")]),
    KnownMessage(
      "killed-for-memory", ["EXC_RESOURCE", "MEMORY"], numbers: [("limit=", "limitMB")]),
    KnownMessage("killed-for-memory", ["per-process-limit"]),
    KnownMessage("killed-for-memory", ["memorystatus", "killing"]),
    // The extension.
    KnownMessage("extension-interrupted", ["plugin", "interrupted"]),
    KnownMessage("extension-invalidated", ["plugin", "invalidated"]),
    KnownMessage("extension-host-gone", ["viewServiceDidTerminateWithError"]),
    // The rule.
    KnownMessage("activation-rule-failed", ["NSExtensionActivationRule"]),
    // The provider.
    KnownMessage("load-failed", ["Cannot load representation of type"]),
    KnownMessage("load-failed", ["Failed to load", "representation"]),
    KnownMessage("no-file-representation", ["could not", "file representation"]),
    KnownMessage("photo-library-failed", ["CloudPhotoLibraryErrorDomain"]),
    // Access.
    KnownMessage("sandbox-denied", ["deny(1)", "file-read"]),
    KnownMessage("sandbox-denied", ["deny(1)", "file-write"]),
    KnownMessage("group-not-entitled", ["client is not entitled", "group"]),
    KnownMessage("group-container-missing", ["app_group", "container", "nil"]),
    // The pipeline's storage.
    KnownMessage("database-locked", ["database is locked"]),
    KnownMessage("disk-full", ["No space left on device"]),
  ]
}
