import IntakeModel
import UniformTypes

extension ReportedShares {
  /// New ones are added at the end: their places are their identifiers.
  static let shares: [Share] = [
    Share("Photos", "still photo, JPEG first", files("public.jpeg", "public.heic")),
    Share("Photos", "still photo, HEIC first", files("public.heic", "public.jpeg")),
    Share(
      "Photos", "Live Photo shared", files("com.apple.live-photo", "public.jpeg", "public.heic")),
    Share(
      "Photo picker", "Live Photo",
      [livePhotoBundle] + files("com.apple.private.live-photo-bundle", "public.heic", "public.jpeg")
    ),
    Share("Photos", "video", files("com.apple.quicktime-movie")),
    Share("Photos", "video converted", files("public.mpeg-4")),
    Share("Photos", "animated photo", [autoLoop] + files("com.compuserve.gif")),
    Share("Screenshot preview", "screenshot", [keyedArchive]),
    // The link leads to a temporary file.
    Share("Screenshot overlay", "screenshot", data("public.url")),
    Share("Files", "PDF", files("com.adobe.pdf") + data("public.file-url")),
    Share("Files", "folder", [folder]),
    Share("Files", "text file", files("public.plain-text") + data("public.file-url")),
    Share("Mail", "attachment, PDF", files("com.adobe.pdf") + data("public.file-url")),
    Share("Safari", "page", data("public.url")),
    Share("Safari", "PDF page", data("com.adobe.pdf"), data("public.url")),
    Share("Chrome", "page", data("public.url")),
    // The text is a link.
    Share("Gmail", "link", data("public.plain-text")),
    Share("Contacts", "contact", data("public.vcard")),
    Share("Calendar", "event", files("com.apple.ical.ics")),
    Share("Voice Memos", "recording", files("com.apple.m4a-audio") + data("public.file-url")),
    Share("Wallet", "pass", data("com.apple.pkpass")),
    // Names repeat within one second.
    Share("WhatsApp", "photos", files("public.jpeg") + data("public.file-url")),
    Share("Google Photos", "photo", files("public.image") + data("public.url")),
    Share(
      "Apple Maps", "place", data("com.apple.mapkit.map-item", "public.url", "public.plain-text")),
    // The link leads to a file that may not be read.
    Share("Messages", "photo", data("public.image", "public.file-url")),
  ]

  private static func files(_ types: TypeIdentifier...) -> [RepresentationRecord] {
    types.map { RepresentationRecord($0, delivery: .file) }
  }

  /// Data in memory, which is also what a link comes as.
  private static func data(_ types: TypeIdentifier...) -> [RepresentationRecord] {
    types.map { RepresentationRecord($0, delivery: .data) }
  }

  /// The first type that the picker declares for a Live Photo: its load fails, or gives a folder.
  private static let livePhotoBundle = RepresentationRecord(
    "com.apple.live-photo-bundle", delivery: .file,
    attempt: .init(
      order: 0, arrival: .directory, failure: .init(.sourceIsDirectory, at: .loading)))

  /// The private type of a looping photo, which does not load as GIF.
  private static let autoLoop = RepresentationRecord(
    "com.apple.private.auto-loop-gif", delivery: .file,
    attempt: .init(order: 0, failure: .init(.loadFailed, at: .loading)))

  /// An image in the archive of an object, which is a property list.
  private static let keyedArchive = RepresentationRecord(
    "public.image", delivery: .file,
    attempt: .init(
      order: 0, arrival: .file, contentType: "com.apple.binary-property-list",
      failure: .init(.contentMismatch, at: .validation)))

  private static let folder = RepresentationRecord(
    "public.folder", delivery: .file, attempt: .init(order: 0, arrival: .directory))
}
