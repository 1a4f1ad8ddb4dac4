/// A cap on what content may stand for.
public enum ContentCap: String, Sendable, CaseIterable, Hashable {
  /// The bytes of an image with all its frames once it is decoded.
  case decodedSize = "decoded-size"
  /// The frames of an image.
  case frames
  /// The objects of a PDF.
  case objects
  /// The entries of an archive.
  case entries
  /// The bytes of an archive's entries once they are unpacked.
  case expandedSize = "expanded-size"
  /// How many times larger an archive is once it is unpacked.
  case ratio
  /// How deep values lie in each other.
  case depth
}
