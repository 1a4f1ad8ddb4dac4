public import UniformTypes

extension SampleContent {
  /// Content that a check of magic bytes takes for `type`.
  ///
  /// A format with a signature has that of its own, or of the format that it conforms to; a kind, such as
  /// `public.image`, has that of one of its formats. Text, links and JSON are text. All else has bytes of no
  /// known format, which a check cannot tell from it.
  ///
  /// A directory has no bytes: what is made for `public.folder` is of no known format.
  ///
  /// - Parameters:
  ///   - type: What it should be taken for.
  ///   - count: The number of bytes. Below some 800 a signature may not fit, and is cut.
  ///   - seed: Another one gives other filling.
  ///   - registry: The known types.
  /// - Complexity: O(*a*) look-ups for *a* ancestors of the type.
  public static func of(
    _ type: TypeIdentifier, bytes count: Int, seed: UInt64 = 0,
    in registry: TypeRegistry = .standard
  ) -> Self {
    let resolved = registry.resolve(type)
    if let make = format(of: resolved) { return make(count, seed) }
    if let kind = kinds[resolved] { return format(of: kind)?(count, seed) ?? unknown(bytes: count) }
    if ContentSignature.isRecognisable(resolved, in: registry) {
      for ancestor in registry.ancestors(of: resolved)
      where ContentSignature.isRecognisable(ancestor, in: registry) {
        let name = kinds[ancestor] ?? ancestor
        if let make = format(of: name) { return make(count, seed) }
      }
    }
    return withoutSignature(resolved, bytes: count, seed: seed, in: registry)
  }

  /// Content that carries no signature, and could still be of `type`: text for text, else bytes of no known format.
  public static func withoutSignature(
    _ type: TypeIdentifier, bytes count: Int, seed: UInt64 = 0,
    in registry: TypeRegistry = .standard
  ) -> Self {
    registry.conforms(type, to: .text) || registry.conforms(type, to: .url)
      ? text(bytes: count, seed: seed) : unknown(bytes: count, seed: seed)
  }

  /// For kinds, and for names that share their bytes with another, a format whose bytes will do.
  private static let kinds: [TypeIdentifier: TypeIdentifier] = [
    // Kinds.
    .image: .jpeg, .movie: .quickTimeMovie, .audiovisualContent: .quickTimeMovie,
    .video: .mpeg4, .audio: "com.apple.m4a-audio", "public.archive": .zip,
    "public.font": "public.truetype-ttf-font", .propertyList: "com.apple.binary-property-list",
    "org.oasis-open.opendocument": "org.oasis-open.opendocument.text",
    // The same bytes under another name.
    "public.heif": .heif, "com.apple.ical.vcs": "com.apple.ical.ics",
    "org.matroska.mka": "org.matroska.mkv", "com.apple.pkpass": .zip,
    "com.pkware.zip-archive": .zip,
  ]

  typealias Format = @Sendable (_ bytes: Int, _ seed: UInt64) -> SampleContent

  private static func format(of type: TypeIdentifier) -> Format? {
    if let make = named[type] { return make }
    guard let header = headers[type] else { return nil }
    return { Self($0, seed: $1, header: header) }
  }

  /// Formats with more than a beginning, and those without a signature.
  private static let named: [TypeIdentifier: Format] = [
    .jpeg: { .jpeg(bytes: $0, seed: $1) }, .png: { .png(bytes: $0, seed: $1) },
    .gif: { .gif(bytes: $0, seed: $1) }, .heic: { .heic(bytes: $0, seed: $1) },
    "public.avif": { .avif(bytes: $0, seed: $1) }, .webP: { .webP(bytes: $0, seed: $1) },
    .tiff: { .tiff(bytes: $0, seed: $1) }, .svg: { .svg(bytes: $0, seed: $1) },
    "com.microsoft.ico": { .icon(bytes: $0, seed: $1) },
    .mpeg4: { .mp4(bytes: $0, seed: $1) }, .quickTimeMovie: { .quickTime(bytes: $0, seed: $1) },
    .mp3: { .mp3(bytes: $0, seed: $1) },
    .pdf: { .pdf(bytes: $0, seed: $1) }, .zip: { .zip(bytes: $0, seed: $1) },
    "org.gnu.gnu-zip-archive": { .gzip(bytes: $0, seed: $1) },
    "com.apple.binary-property-list": { .binaryPropertyList(bytes: $0, seed: $1) },
    "com.apple.xml-property-list": { .xmlPropertyList(bytes: $0, seed: $1) },
    .plainText: { .text(bytes: $0, seed: $1) }, .text: { .text(bytes: $0, seed: $1) },
    .html: { .html(bytes: $0, seed: $1) }, .xml: { .xml(root: "data", bytes: $0, seed: $1) },
    "public.xhtml": { .xml(root: "html", bytes: $0, seed: $1) },
    "com.topografix.gpx": { .xml(root: "gpx", bytes: $0, seed: $1) },
    .json: { .json(bytes: $0, seed: $1) }, .rtf: { .rtf(bytes: $0, seed: $1) },
    .vCard: { .vCard(bytes: $0, seed: $1) },
    "com.apple.ical.ics": { .calendar(bytes: $0, seed: $1) },
    .url: { .link(to: "https://example.org/", bytes: $0, seed: $1) },
    .fileURL: { .link(to: "file:///private/var/mobile/", bytes: $0, seed: $1) },
  ]
}
