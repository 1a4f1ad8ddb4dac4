/// Names that code needs again and again. Any other can be written as a string.
extension TypeIdentifier {
  /// Anything: the root of files, folders and links.
  public static let item: Self = "public.item"
  /// Anything that is a stream of bytes.
  public static let data: Self = "public.data"
  /// Anything that is a document to a person.
  public static let content: Self = "public.content"
  /// A folder or a package.
  public static let directory: Self = "public.directory"
  /// A folder that a person browses.
  public static let folder: Self = "public.folder"
  /// A directory that is presented as one file.
  public static let package: Self = "com.apple.package"
  /// A link to anything.
  public static let url: Self = "public.url"
  /// A link to a file.
  public static let fileURL: Self = "public.file-url"

  /// Any text, with or without markup.
  public static let text: Self = "public.text"
  /// Text without markup.
  public static let plainText: Self = "public.plain-text"
  /// Text with markup, RTF.
  public static let rtf: Self = "public.rtf"
  /// HTML.
  public static let html: Self = "public.html"
  /// XML.
  public static let xml: Self = "public.xml"
  /// JSON.
  public static let json: Self = "public.json"
  /// A contact.
  public static let vCard: Self = "public.vcard"
  /// A property list in any form.
  public static let propertyList: Self = "com.apple.property-list"

  /// Any image.
  public static let image: Self = "public.image"
  /// A JPEG image.
  public static let jpeg: Self = "public.jpeg"
  /// A PNG image.
  public static let png: Self = "public.png"
  /// A GIF image.
  public static let gif: Self = "com.compuserve.gif"
  /// A TIFF image.
  public static let tiff: Self = "public.tiff"
  /// A WebP image.
  public static let webP: Self = "org.webmproject.webp"
  /// An image in HEVC within HEIF.
  public static let heic: Self = "public.heic"
  /// Any image within HEIF.
  public static let heif: Self = "public.heif-standard"
  /// An SVG image.
  public static let svg: Self = "public.svg-image"
  /// A still and a film of the same moment.
  public static let livePhoto: Self = "com.apple.live-photo"

  /// Any video, with or without sound.
  public static let movie: Self = "public.movie"
  /// Video without sound. Narrower than ``movie``.
  public static let video: Self = "public.video"
  /// Any sound.
  public static let audio: Self = "public.audio"
  /// Sound or moving images.
  public static let audiovisualContent: Self = "public.audiovisual-content"
  /// A QuickTime movie.
  public static let quickTimeMovie: Self = "com.apple.quicktime-movie"
  /// An MPEG-4 movie.
  public static let mpeg4: Self = "public.mpeg-4"
  /// MP3 sound.
  public static let mp3: Self = "public.mp3"

  /// A PDF document.
  public static let pdf: Self = "com.adobe.pdf"
  /// A zip archive.
  public static let zip: Self = "public.zip-archive"
  /// An EPUB book.
  public static let epub: Self = "org.idpf.epub-container"
}
