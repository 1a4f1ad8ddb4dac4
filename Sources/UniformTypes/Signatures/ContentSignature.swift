/// Tells the type of content by its first bytes.
///
/// Pure: reads nothing but the bytes it is given, allocates little, and takes a few microseconds.
/// Any bytes are allowed.
public enum ContentSignature {
  /// How many of the first bytes to give; more are not looked at.
  ///
  /// Most signatures need 16 bytes, tar 263, PDF 1,024. The rest is for Office documents, which are
  /// told by the names of their first members.
  public static let prefixLength = 4096

  /// The type of content that begins with these bytes, or `nil` if they carry no known signature.
  ///
  /// `nil` means unknown, not bad: plain text has no signature, and neither has JSON. The answer is
  /// the most specific type that the bytes prove, so a HEIF image whose main brand is generic is
  /// "public.heif-standard", and an archive whose members tell nothing is "public.zip-archive".
  /// Formats without a type of their own in the facts (zstd, SQLite, WOFF, ELF, OLE documents) are
  /// `nil`. Compare with what was declared by ``agrees(_:with:in:)`` rather than for equality.
  ///
  /// - Parameters:
  ///   - prefix: The first bytes, ``prefixLength`` of them if there are as many.
  ///   - totalSize: The number of bytes of the whole content, if known; makes weak signatures
  ///     safer.
  /// - Complexity: O(1); at most ``prefixLength`` bytes are read.
  public static func identify(
    prefix: UnsafeRawBufferPointer, totalSize: Int? = nil
  ) -> TypeIdentifier? {
    let bytes = BytePrefix(bytes: UnsafeRawBufferPointer(rebasing: prefix.prefix(prefixLength)))
    guard let first = bytes[0] else { return nil }
    for signature in fixedSignatures where signature.first == first {
      if bytes.has(signature.bytes) { return signature.type }
    }
    return container(bytes)
      ?? image(bytes, totalSize: totalSize)
      ?? media(bytes)
      ?? program(bytes)
      ?? markup(bytes)
      ?? document(bytes)
      ?? audioFrames(bytes, totalSize: totalSize)
  }

  /// The type of content that begins with these bytes. See the other form.
  public static func identify(prefix: [UInt8], totalSize: Int? = nil) -> TypeIdentifier? {
    prefix.withUnsafeBytes { identify(prefix: $0, totalSize: totalSize) }
  }
}
