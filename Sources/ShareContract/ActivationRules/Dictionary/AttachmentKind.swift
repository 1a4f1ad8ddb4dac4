public import UniformTypes

/// What the keys of the dictionary form tell apart, the most special first.
///
/// The documentation names the kinds and not their types; which types they stand for is a decision
/// of this package.
public enum AttachmentKind: String, Sendable, Hashable, CaseIterable {
  /// `com.apple.property-list`: what the JavaScript file of the extension returns for a page.
  case webPage = "NSExtensionActivationSupportsWebPageWithMaxCount"
  /// `public.image`.
  case image = "NSExtensionActivationSupportsImageWithMaxCount"
  /// `public.movie`.
  case movie = "NSExtensionActivationSupportsMovieWithMaxCount"
  /// `public.url` on an attachment that declares no file URL.
  case webURL = "NSExtensionActivationSupportsWebURLWithMaxCount"
  /// `public.text`, which contacts and calendar entries conform to as well.
  case text = "NSExtensionActivationSupportsText"
  /// `public.file-url`, or `public.data` that is neither a web URL nor a bare text in memory. Folders
  /// and packages are none unless they come with a file URL.
  case file = "NSExtensionActivationSupportsFileWithMaxCount"

  /// The key of the dictionary.
  public var key: String { rawValue }

  /// What explanations call several of them.
  public var plural: String {
    switch self {
    case .webPage: "web pages"
    case .image: "images"
    case .movie: "movies"
    case .webURL: "web URLs"
    case .text: "texts"
    case .file: "files"
    }
  }

  /// What explanations call one of them.
  public var singular: String {
    switch self {
    case .webPage: "web page"
    case .image: "image"
    case .movie: "movie"
    case .webURL: "web URL"
    case .text: "text"
    case .file: "file"
    }
  }

  /// Whether an attachment that declares `types` is of this kind.
  ///
  /// - Complexity: O(*n*) look-ups for *n* types.
  public func matches(_ types: [TypeIdentifier], in registry: TypeRegistry) -> Bool {
    func declares(_ type: TypeIdentifier) -> Bool {
      types.contains { registry.conforms($0, to: type) }
    }
    switch self {
    case .webPage: return declares(.propertyList)
    case .image: return declares(.image)
    case .movie: return declares(.movie)
    case .text: return declares(.text)
    case .webURL: return declares(.url) && !declares(.fileURL)
    case .file:
      if declares(.fileURL) { return true }
      return types.contains { type in
        registry.conforms(type, to: .data) && !registry.conforms(type, to: .url)
          && type != .plainText && type != .text && type != "public.utf8-plain-text"
      }
    }
  }
}
