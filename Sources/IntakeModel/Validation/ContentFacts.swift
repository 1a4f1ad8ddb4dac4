/// What a validator found in content that opens: numbers only, so that they may stand in records (P10).
public struct ContentFacts: Sendable, Hashable {
  /// The pages of a document.
  public var pages: Int?
  /// The width of an image, or of its first frame, in pixels.
  public var width: Int?
  /// The height of an image, or of its first frame, in pixels.
  public var height: Int?
  /// The frames or pages of an image.
  public var frames: Int?
  /// The entries of an archive, folders included.
  public var entries: Int?
  /// The bytes of an image with all its frames once it is decoded, or of an archive's entries once they are
  /// unpacked.
  public var decodedSize: ByteCount?

  /// Makes facts; what is `nil` was not found out, or means nothing for such content.
  public init(
    pages: Int? = nil, width: Int? = nil, height: Int? = nil, frames: Int? = nil,
    entries: Int? = nil, decodedSize: ByteCount? = nil
  ) {
    self.pages = pages
    self.width = width
    self.height = height
    self.frames = frames
    self.entries = entries
    self.decodedSize = decodedSize
  }
}
