/// A system of names for types.
public struct TagClass: Hashable, Sendable {
  /// The identifier of the system, such as "public.filename-extension".
  public let identifier: String

  /// Takes any text as the identifier of a system of names.
  public init(_ identifier: String) {
    self.identifier = identifier
  }

  /// Filename extensions, such as "jpeg".
  public static var filenameExtension: Self { Self("public.filename-extension") }
  /// MIME types, such as "image/jpeg".
  public static var mimeType: Self { Self("public.mime-type") }
  /// Codes of four characters, such as "TEXT".
  public static var osType: Self { Self("com.apple.ostype") }
  /// Names of types on a pasteboard, such as "NSFilenamesPboardType".
  public static var pasteboardType: Self { Self("com.apple.nspboard-type") }
  /// Schemes of links, such as "mailto".
  public static var urlScheme: Self { Self("public.url-scheme") }
}
