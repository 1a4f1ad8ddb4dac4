import AttachmentIntake
import Testing

/// What real apps declare, in their order, and what an app that takes files should choose.
@Suite struct SourceTypesTests {
  /// One kind of share of one app, and the right choice.
  struct Row: Sendable, CustomTestStringConvertible {
    let source: String
    let declared: [TypeIdentifier]
    /// What is tried, in order.
    let candidates: [TypeIdentifier]

    init(_ source: String, _ declared: [TypeIdentifier], tries candidates: [TypeIdentifier]) {
      self.source = source
      self.declared = declared
      self.candidates = candidates
    }

    var testDescription: String { source }
  }

  /// An app that takes pictures, films, sound, documents, calendars and contacts, but no links and no text.
  static let rule = SelectionRule(accepting: [
    "public.image", "public.movie", "public.audio", "com.adobe.pdf", "public.calendar-event",
    "public.contact", "com.apple.pkpass",
  ])

  static let rows: [Row] = [
    Row("Photos, still", ["public.jpeg", "public.heic"], tries: ["public.jpeg", "public.heic"]),
    Row(
      "Photos, still, other order", ["public.heic", "public.jpeg"],
      tries: ["public.heic", "public.jpeg"]),
    Row(
      "Photos, Live Photo shared", ["com.apple.live-photo", "public.jpeg", "public.heic"],
      tries: ["public.jpeg", "public.heic"]),
    Row(
      "Photo picker, Live Photo",
      [
        "com.apple.live-photo-bundle", "com.apple.private.live-photo-bundle", "public.heic",
        "public.jpeg",
      ], tries: ["public.heic", "public.jpeg"]),
    Row("Photos, video", ["com.apple.quicktime-movie"], tries: ["com.apple.quicktime-movie"]),
    Row("Photos, video converted", ["public.mpeg-4"], tries: ["public.mpeg-4"]),
    Row(
      "Photos, animated", ["com.apple.private.auto-loop-gif", "com.compuserve.gif"],
      tries: ["com.compuserve.gif"]),
    Row("Screenshot preview", ["public.image"], tries: ["public.image"]),
    Row("Screenshot overlay", ["public.url"], tries: []),
    Row("Files, PDF", ["com.adobe.pdf", "public.file-url"], tries: ["com.adobe.pdf"]),
    Row("Files, folder", ["public.folder"], tries: []),
    Row("Files, text", ["public.plain-text", "public.file-url"], tries: []),
    Row("Mail, attachment", ["com.adobe.pdf", "public.file-url"], tries: ["com.adobe.pdf"]),
    Row("Safari, page", ["public.url"], tries: []),
    Row("Safari, PDF page", ["com.adobe.pdf"], tries: ["com.adobe.pdf"]),
    Row("Chrome, page", ["public.url"], tries: []),
    Row("Gmail, link", ["public.plain-text"], tries: []),
    Row("Contacts", ["public.vcard"], tries: ["public.vcard"]),
    Row("Calendar", ["com.apple.ical.ics"], tries: ["com.apple.ical.ics"]),
    Row(
      "Voice Memos", ["com.apple.m4a-audio", "public.file-url"], tries: ["com.apple.m4a-audio"]),
    Row("Wallet", ["com.apple.pkpass"], tries: ["com.apple.pkpass"]),
    Row("WhatsApp, photos", ["public.jpeg", "public.file-url"], tries: ["public.jpeg"]),
    Row("Google Photos", ["public.image", "public.url"], tries: ["public.image"]),
    Row(
      "Apple Maps", ["com.apple.mapkit.map-item", "public.url", "public.plain-text"], tries: []),
    Row("Messages, photo", ["public.image", "public.file-url"], tries: ["public.image"]),
  ]

  @Test(arguments: rows)
  func `what an app declares is tried in the right order`(row: Row) {
    let selection = Selection.choose(
      from: row.declared.map { Representation($0, delivery: .file) }, by: Self.rule, in: .standard)
    #expect(selection.candidates.map(\.representation.type) == row.candidates)
    #expect(selection.candidates.count + selection.rejected.count == row.declared.count)
  }

  @Test
  func `any data does not take a link for the file it stands beside`() {
    let selection = Selection.choose(
      from: [
        Representation("public.file-url", delivery: .data),
        Representation("com.adobe.pdf", delivery: .file),
      ], by: SelectionRule(accepting: ["public.data"]), in: .standard)
    #expect(selection.candidates.map(\.representation.type) == ["com.adobe.pdf"])
    #expect(selection.rejected.map(\.reason) == [.onlyOnRequest("public.url")])
  }

  @Test
  func `a link is taken where a link is asked for`() {
    let selection = Selection.choose(
      from: [Representation("public.url", delivery: .data)],
      by: SelectionRule(accepting: ["public.url"]), in: .standard)
    #expect(selection.candidates.map(\.accepted) == ["public.url"])
  }
}
