import ShareContract
import Testing

/// Shares as sources offer them.
struct SampleShare: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let items: [SharedItem]

  init(_ name: String, _ items: [[TypeIdentifier]]...) {
    testDescription = name
    self.items = items.map { SharedItem(attachments: $0) }
  }

  static let nothing = SampleShare("nothing")
  static let emptyItem = SampleShare("an item without attachments", [])
  static let photo = SampleShare("a photo", [["public.jpeg", "public.heic"]])
  static let heicPhoto = SampleShare("a photo in HEIC alone", [["public.heic"]])
  static let twoPhotos = photos(2)
  static let photoAndPDF = SampleShare(
    "a photo and a PDF", [["public.jpeg", "public.heic"], ["com.adobe.pdf", "public.file-url"]])
  static let page = SampleShare("a page of Safari", [["public.url"]])
  static let pdfPage = SampleShare("a PDF page of Safari", [["com.adobe.pdf"]], [["public.url"]])
  static let folder = SampleShare("a folder", [["public.folder"]])
  static let textFile = SampleShare("a text file", [["public.plain-text", "public.file-url"]])
  static let text = SampleShare("a text", [["public.plain-text"]])
  static let contact = SampleShare("a contact", [["public.vcard"]])
  static let movie = SampleShare("a movie", [["com.apple.quicktime-movie"]])
  static let pass = SampleShare("a pass of Wallet", [["com.apple.pkpass"]])
  static let unknown = SampleShare("something unknown", [["com.example.unknown"]])
  static let place = SampleShare(
    "a place in Maps", [["com.apple.mapkit.map-item", "public.url", "public.plain-text"]])
  static let googlePhoto = SampleShare("a photo with its link", [["public.image", "public.url"]])
  static let pagePropertyList = SampleShare("a page for JavaScript", [["com.apple.property-list"]])

  static func photos(_ count: Int) -> SampleShare {
    SampleShare("\(count) photos", Array(repeating: ["public.jpeg", "public.heic"], count: count))
  }

  static func links(_ count: Int) -> SampleShare {
    SampleShare("\(count) links", Array(repeating: ["public.url"], count: count))
  }

  static func pdfs(_ count: Int) -> SampleShare {
    SampleShare(
      "\(count) PDFs", Array(repeating: ["com.adobe.pdf", "public.file-url"], count: count))
  }

  /// One of each.
  static let all: [SampleShare] = [
    nothing, emptyItem, photo, heicPhoto, twoPhotos, photoAndPDF, page, pdfPage, folder, textFile,
    text, contact, movie, pass, unknown, place, googlePhoto, pagePropertyList, photos(21), links(3),
  ]
}
