extension ContentSignature {
  /// Formats whose every file begins with a signature that is known here.
  private static let alwaysSigned: [TypeIdentifier] = [
    .jpeg, .png, .gif, .tiff, .webP, .heif, "com.adobe.photoshop-image",
    "com.adobe.photoshop-large-image", "com.microsoft.bmp", "com.microsoft.ico", "com.apple.icns",
    "com.ilm.openexr-image", "public.jpeg-2000", "public.jpeg-xl", "com.canon.cr2-raw-image",
    "com.canon.cr3-raw-image", "com.fuji.raw-image",
    .quickTimeMovie, .mpeg4, "public.mpeg-4-audio", "public.3gpp", "public.3gpp2", "public.avi",
    "org.webmproject.webm", "org.matroska.mkv", "org.matroska.mka", "org.xiph.ogg-audio",
    "org.xiph.ogv", "org.xiph.opus", "org.xiph.flac", "com.microsoft.waveform-audio",
    "public.aifc-audio", "public.midi-audio", "com.apple.coreaudio-format",
    .pdf, "com.adobe.encapsulated-postscript", .rtf, .vCard, "com.apple.ical.ics",
    "com.apple.ical.vcs", "com.apple.binary-property-list", .epub, "org.oasis-open.opendocument",
    .zip, "org.gnu.gnu-zip-archive", "public.bzip2-archive", "org.tukaani.xz-archive",
    "org.7-zip.7-zip-archive", "com.rarlab.rar-archive",
  ]

  /// Whether content of a type always carries a signature that `identify(prefix:totalSize:)`
  /// knows, so that unknown bytes are proof against it.
  ///
  /// True if the type is, or conforms to, a format whose every file begins with such a signature:
  /// "public.jpeg", and an app's own kind of zip archive. False for kinds, which have members
  /// without one ("public.image"), for text, and for formats that may begin in some other way:
  /// "public.mp3", "public.tar-archive", and Office documents, which are no zip when encrypted.
  ///
  /// - Complexity: O(*n*) in the number of formats that are known, some 1 µs.
  public static func isRecognisable(
    _ type: TypeIdentifier, in registry: TypeRegistry = .standard
  ) -> Bool {
    alwaysSigned.contains { registry.conforms(type, to: $0) }
  }

  /// Types that hold the same bytes under several names, or that differ further in than a prefix.
  private static let families: [[TypeIdentifier]] = [
    [.mpeg4, "public.mpeg-4-audio", "public.3gpp", "public.3gpp2", "com.apple.m4a-audio"],
    ["com.apple.protected-mpeg-4-audio", "public.mpeg-4-audio"],
    ["org.xiph.ogg-audio", "org.xiph.ogv", "org.xiph.opus"],
    ["org.matroska.mkv", "org.matroska.mka", "org.webmproject.webm"],
    ["com.microsoft.windows-executable", "com.microsoft.windows-dynamic-link-library"],
    [.zip, .epub, "org.oasis-open.opendocument"],
    ["org.openxmlformats.openxml"], [.propertyList], ["public.font"],
    [.pdf, "com.adobe.illustrator.ai-image"],
    ["com.adobe.postscript", "com.adobe.illustrator.ai-image"],
    ["com.apple.ical.ics", "com.apple.ical.vcs"], ["org.gnu.gnu-zip-archive", .svg],
    [.zip, "org.oasis-open.opendocument.image"],
  ]

  /// Where formats belong that have no parents in the facts.
  private static let places: [(type: TypeIdentifier, parent: TypeIdentifier)] = [
    ("org.matroska.mkv", .movie), ("org.xiph.opus", .audio),
    ("com.rarlab.rar-archive", "public.archive"), ("org.debian.deb-archive", "public.archive"),
    ("com.redhat.rpm-archive", "public.archive"), ("com.microsoft.chm-archive", "public.archive"),
  ]

  /// Kinds whose members never hold content of another kind.
  private static let kinds: [TypeIdentifier] = [
    .image, .audiovisualContent, .text, "public.font", "public.archive",
  ]

  /// Whether content of one type can be what was declared as another.
  ///
  /// The test of an attachment against its declaration: a JPEG declared as HEIC, or a property list
  /// declared as an image, does not agree. It does agree if
  ///
  /// - one of the two conforms to the other;
  /// - both are HEIF images, and not one of them AV1 and the other declared as HEVC;
  /// - both belong to a family of formats that share their first bytes, such as MPEG-4 with sound
  ///   only, or a zip archive that may be an EPUB;
  /// - what was declared has no signature of its own, and is of the same kind as the content (image,
  ///   audio and video, text, font, archive) or of none of these, such as an app's document.
  ///
  /// - Complexity: O(*n*) in the number of families, some 1 µs.
  public static func agrees(
    _ content: TypeIdentifier, with declared: TypeIdentifier, in registry: TypeRegistry = .standard
  ) -> Bool {
    func isContent(_ type: TypeIdentifier) -> Bool {
      registry.conforms(content, to: type)
        || places.contains { $0.type == content && registry.conforms($0.parent, to: type) }
    }
    // Whatever the facts say, all that has bytes is data.
    if declared == .data || declared == .item { return true }
    if isContent(declared) || registry.conforms(declared, to: content) { return true }
    func bothConform(to roots: [TypeIdentifier]) -> Bool {
      roots.contains(where: isContent) && roots.contains { registry.conforms(declared, to: $0) }
    }
    if bothConform(to: [.heif]) {
      return declared == "public.heif" || (content == "public.avif") == (declared == "public.avif")
    }
    if families.contains(where: bothConform) { return true }
    guard !isRecognisable(declared, in: registry) else { return false }
    let declaredKinds = kinds.filter { registry.conforms(declared, to: $0) }
    if !declaredKinds.isEmpty { return declaredKinds.contains(where: isContent) }
    return registry.isConcrete(declared) || !registry.knows(declared)
  }
}
