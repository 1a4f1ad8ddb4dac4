/// What is known about a type of data: its parents and its tags.
public struct UniformType: Hashable, Sendable {
  /// Who says so.
  public enum Origin: Hashable, Sendable {
    /// The facts that come with this module.
    case standard
    /// An app that owns the type.
    case exported
    /// An app that uses a type of another. Anything else outranks it.
    case imported
  }

  /// The name of the type.
  public let identifier: TypeIdentifier
  /// The types that it conforms to directly, in the order of their declaration.
  public let parents: [TypeIdentifier]
  /// Filename extensions without a dot, preferred one first.
  public let filenameExtensions: [String]
  /// MIME types, preferred one first.
  public let mimeTypes: [String]
  /// Who says so.
  public let origin: Origin

  /// Declares a type.
  public init(
    _ identifier: TypeIdentifier, conformsTo parents: [TypeIdentifier] = [],
    filenameExtensions: [String] = [], mimeTypes: [String] = [], origin: Origin = .exported
  ) {
    self.identifier = identifier
    self.parents = parents
    self.filenameExtensions = filenameExtensions
    self.mimeTypes = mimeTypes
    self.origin = origin
  }

  /// The built-in facts about a type.
  init(standard number: UInt16) {
    self.init(
      TypeIdentifier(standard: number),
      conformsTo: StandardFacts.parents(of: number).identifiers,
      filenameExtensions: Self.list(StandardFacts.filenameExtensions(of: number)),
      mimeTypes: Self.list(StandardFacts.mimeTypes(of: number)),
      origin: .standard)
  }

  /// Splits a list at its commas.
  private static func list(_ text: UnsafeBufferPointer<UInt8>) -> [String] {
    text.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the type names a format rather than a kind: it has a filename extension of its own, or
  /// a MIME type other than "application/octet-stream".
  public var isConcrete: Bool {
    filenameExtensions.contains { !$0.isEmpty }
      || mimeTypes.contains { $0.foldedASCII != "application/octet-stream" }
  }
}
