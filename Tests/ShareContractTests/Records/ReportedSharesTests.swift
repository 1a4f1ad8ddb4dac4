import ShareContract
import SharedMaterial
import Testing

struct ReportedSharesTests {
  /// A row of the facts: the source, with what it shares behind a comma, the types that it declares in order,
  /// and how they are delivered.
  struct Row: Sendable, CustomTestStringConvertible {
    let source: String
    let types: String
    let delivery: String

    init(_ source: String, _ types: String, _ delivery: String) {
      self.source = source
      self.types = types
      self.delivery = delivery
    }

    var testDescription: String { source }
  }

  /// The facts as they were when the library was written. A second item of a share stands in the note there,
  /// and here behind a bar.
  static let rows: [Row] = [
    Row("Photos, still", "public.jpeg,public.heic", "file"),
    Row("Photos, still", "public.heic,public.jpeg", "file"),
    Row("Photos, Live Photo shared", "com.apple.live-photo,public.jpeg,public.heic", "file"),
    Row(
      "Photo picker, Live Photo",
      "com.apple.live-photo-bundle,com.apple.private.live-photo-bundle,public.heic,public.jpeg",
      "directory (.pvt) for the first"),
    Row("Photos, video", "com.apple.quicktime-movie", "file"),
    Row("Photos, video converted", "public.mpeg-4", "file"),
    Row("Photos, animated", "com.apple.private.auto-loop-gif,com.compuserve.gif", "file"),
    Row(
      "Screenshot preview", "public.image", "object, data, or a keyed archive (bplist00) as file"),
    Row("Screenshot overlay", "public.url", "URL of a temporary file"),
    Row("Files, PDF", "com.adobe.pdf,public.file-url", "file"),
    Row("Files, folder", "public.folder", "directory"),
    Row("Files, text", "public.plain-text,public.file-url", "file"),
    Row("Mail, attachment", "com.adobe.pdf,public.file-url", "file"),
    Row("Safari, page", "public.url", "URL"),
    Row("Safari, PDF page", "com.adobe.pdf|public.url", "data"),
    Row("Chrome, page", "public.url", "URL"),
    Row("Gmail, link", "public.plain-text", "text that is a URL"),
    Row("Contacts", "public.vcard", "data"),
    Row("Calendar", "com.apple.ical.ics", "file"),
    Row("Voice Memos", "com.apple.m4a-audio,public.file-url", "file"),
    Row("Wallet", "com.apple.pkpass", "data or URL"),
    Row("WhatsApp, photos", "public.jpeg,public.file-url", "file"),
    Row("Google Photos", "public.image,public.url", "file and link"),
    Row(
      "Apple Maps", "com.apple.mapkit.map-item,public.url,public.plain-text", "object, URL, text"),
    Row(
      "Messages, photo", "public.image,public.file-url",
      "file URL may be unreadable, data is readable"),
  ]

  @Test(arguments: zip(rows, ReportedShares.all))
  func `each row of the facts is a record`(_ row: Row, _ record: ShareRecord) {
    #expect(record.origin == .reported)
    let names = row.source.split(separator: ",", maxSplits: 1)
    #expect(record.source?.text == names[0].description)
    if names.count == 2 {
      #expect(record.content?.text.hasPrefix(names[1].dropFirst()) == true)
    }
    #expect(record.content != nil)
    let items = row.types.split(separator: "|").map { types in
      SharedItem(attachments: [types.split(separator: ",").map { TypeIdentifier("\($0)") }])
    }
    #expect(record.declaredItems == items)
    let first = record.attachments[0].representations[0]
    let isFile = ["file", "directory", "object"].contains { row.delivery.hasPrefix($0) }
    let isObject = row.source == "Apple Maps" || row.source.hasPrefix("Messages")
    #expect(first.delivery == (isFile && !isObject ? .file : .data))
    #expect((first.attempt?.arrival == .directory) == row.delivery.contains("directory"))
    for representation in record.attachments.flatMap(\.representations)
    where TypeRegistry.standard.conforms(representation.type, to: .url) {
      #expect(representation.delivery == .data)
    }
  }

  @Test func `there is a record for each row`() {
    #expect(ReportedShares.all.count == Self.rows.count)
  }

  @Test(.enabled(if: SharedMaterial.exists("facts/source-types.tsv")))
  func `the copy of the facts is still what they say`() throws {
    let lines = try SharedMaterial.text("facts/source-types.tsv").split(separator: "\n").dropFirst()
    let facts = lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(facts.map { $0[0] } == Self.rows.map(\.source))
    #expect(facts.map { $0[1] } == Self.rows.map { $0.types.prefix { $0 != "|" }.description })
    #expect(facts.map { $0[2] } == Self.rows.map(\.delivery))
    let second = try #require(facts.first { $0[0] == "Safari, PDF page" })
    #expect(second[3].contains("a second item carries public.url"))
  }

  @Test func `what is known of failures is in the records`() {
    let failures = ReportedShares.all.flatMap { record in
      record.attachments.flatMap(\.representations).compactMap { representation in
        representation.attempt?.failure.map { "\(representation.type) \($0.code) \($0.stage)" }
      }
    }
    #expect(
      failures == [
        "com.apple.live-photo-bundle source-is-directory loading",
        "com.apple.private.auto-loop-gif load-failed loading",
        "public.image content-mismatch validation",
      ])
  }

  @Test func `identifiers are fixed, and differ`() {
    #expect(
      ReportedShares.all.first?.id.description == "7265706f-7274-8564-8000-000000000001")
    #expect(Set(ReportedShares.all.map(\.id)).count == ReportedShares.all.count)
    let shares = ReportedShares.all.map { "\($0.source?.text ?? "")/\($0.content?.text ?? "")" }
    #expect(Set(shares).count == shares.count)
  }

  @Test func `the library can be written and read, and holds no name`() throws {
    let bytes = ReportedShares.all.flatMap(\.jsonLine)
    #expect(try ShareRecordFile(reading: bytes).records == ReportedShares.all)
  }
}
