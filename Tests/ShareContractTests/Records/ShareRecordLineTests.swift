import IntakeTesting
import ShareContract
import Testing

struct ShareRecordLineTests {
  private static let id = "0190163d-8694-739b-aea5-966c26f8ad91"

  private static func record(_ items: [ShareRecord.Item] = []) throws -> ShareRecord {
    ShareRecord(id: try #require(ShareID(id)), origin: .device, items: items)
  }

  private static func text(_ record: ShareRecord) -> String {
    String(decoding: record.jsonLine, as: UTF8.self)
  }

  private static func error(_ line: String) -> String? {
    do throws(DocumentError) {
      _ = try ShareRecord(reading: Array(line.utf8))
      return nil
    } catch {
      return error.description
    }
  }

  /// A line with these members besides the ones that each has.
  private static func line(_ members: String, items: String = "[]") -> String {
    #"{"version":1,"kind":"share","id":"\#(id)","origin":"device","items":\#(items)\#(members.isEmpty ? "" : ",")\#(members)}"#
  }

  // MARK: Writing and reading

  @Test func `a record is one line with these members`() throws {
    var attachment = AttachmentRecord(
      representations: [
        RepresentationRecord(
          "com.apple.live-photo-bundle", delivery: .file,
          attempt: .init(
            order: 0, arrival: .directory,
            failure: .init(
              .loadFailed, at: .loading, domain: "CloudPhotoLibraryErrorDomain", number: 81))),
        RepresentationRecord(
          "public.heic", delivery: .file, declaredSize: .bytes(900),
          attempt: .init(order: 1, arrival: .file, size: .bytes(900), contentType: "public.heic")),
      ])
    attachment.result = .stored(
      declaredType: "public.heic", contentType: "public.heic", size: .bytes(900))
    attachment.durations = [.loading: .milliseconds(12), .copying: .microseconds(345)]
    attachment.handedOver = .copy
    attachment.readBack = .init(by: .host)
    var refused = AttachmentRecord(
      representations: [RepresentationRecord("public.url", delivery: .data)])
    refused.result = .refused(.noAcceptedType, at: .selection)
    refused.readBack = .init(by: .intake, failure: .digestMismatch)
    var record = try Self.record([.init(attachments: [attachment]), .init(attachments: [refused])])
    record.recordedAt = 1_764_489_600_000
    record.row = RowReference(id: "photos-still", revision: "58360d21d8f91c7a")
    record.source = "Photos"
    record.content = "still photo"
    record.system = .init(
      name: "iOS 26.1", build: "23B85", device: "iPhone17,1", isFreshInstallation: true)
    record.build = "1.4 (210)"
    record.seen = [.opened, .appeared]
    record.omitted = 2
    #expect(
      Self.text(record)
        == #"{"version":1,"kind":"share","id":"0190163d-8694-739b-aea5-966c26f8ad91","#
        + #""recordedAt":1764489600000,"origin":"device","#
        + #""row":{"id":"photos-still","revision":"58360d21d8f91c7a"},"source":"Photos","#
        + #""content":"still photo","system":{"name":"iOS 26.1","build":"23B85","#
        + #""device":"iPhone17,1","freshInstallation":true},"build":"1.4 (210)","#
        + #""seen":["appeared","opened"],"items":[{"attachments":[{"representations":["#
        + #"{"type":"com.apple.live-photo-bundle","delivery":"file","attempt":{"order":0,"#
        + #""arrival":"directory","failure":{"code":"load-failed","stage":"loading","#
        + #""domain":"CloudPhotoLibraryErrorDomain","number":81}}},"#
        + #"{"type":"public.heic","delivery":"file","size":900,"attempt":{"order":1,"#
        + #""arrival":"file","size":900,"content":"public.heic"}}],"#
        + #""result":{"status":"stored","type":"public.heic","content":"public.heic","size":900},"#
        + #""microseconds":{"loading":12000,"copying":345},"handedOver":"copy","#
        + #""readBack":{"reader":"host"}}]},{"attachments":[{"representations":["#
        + #"{"type":"public.url","delivery":"data"}],"result":{"status":"refused","#
        + #""code":"no-accepted-type","stage":"selection"},"#
        + #""readBack":{"reader":"intake","failure":"digest-mismatch"}}]}],"omitted":2}"# + "\n")
    #expect(try ShareRecord(reading: record.jsonLine) == record)
  }

  @Test(arguments: 0..<200)
  func `a record made at chance comes back from its line, but for names`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let record = random.record()
    #expect(record.jsonLine.filter { $0 == 0x0A }.count == 1)
    #expect(try ShareRecord(reading: record.jsonLine) == record.withoutNames())
  }

  @Test func `durations are whole microseconds, and never negative or too long`() throws {
    var attachment = AttachmentRecord(representations: [])
    attachment.durations = [
      .selection: .nanoseconds(1_999), .loading: .seconds(-5), .copying: .seconds(Int64.max),
    ]
    let line = Self.text(try Self.record([.init(attachments: [attachment])]))
    #expect(
      line.contains(
        #""microseconds":{"selection":1,"loading":0,"copying":9223372036854775807}"#))
    _ = try ShareRecord(reading: Array(line.utf8))
  }

  // MARK: Nothing but what is listed (P10)

  @Test(arguments: [
    "name", "path", "text", "url", "fileName", "suggestedName", "message", "bytes", "thumbnail",
  ])
  func `a member that version 1 does not have is refused, wherever it stands`(_ name: String) {
    let member = #""\#(name)":"x""#
    let attachment = { (inside: String) in
      #"[{"attachments":[{"representations":[{"type":"public.jpeg","delivery":"file"\#(inside)}]}]}]"#
    }
    let lines = [
      Self.line(member), Self.line(#""system":{"name":"iOS",\#(member)}"#),
      Self.line(#""row":{"id":"a","revision":"58360d21d8f91c7a",\#(member)}"#),
      Self.line("", items: #"[{"attachments":[],\#(member)}]"#),
      Self.line("", items: #"[{"attachments":[{"representations":[],\#(member)}]}]"#),
      Self.line("", items: attachment(",\(member)")),
      Self.line("", items: attachment(#","attempt":{"order":0,\#(member)}"#)),
      Self.line(
        "",
        items: attachment(
          #","attempt":{"order":0,"failure":{"code":"load-failed","stage":"loading",\#(member)}}"#)),
    ]
    for line in lines where !(name == "name" && line.contains(#""system":"#)) {
      #expect(Self.error(line)?.contains("has no member '\(name)'") == true, "\(line)")
    }
  }

  @Test(arguments: [
    #""source":"/private/var/mobile""#, #""content":"a\\b""#, #""build":"anna@example.org""#,
    #""system":{"name":"file:x"}"#, #""system":{"name":"iOS","device":"a\nb"}"#,
  ])
  func `a label that is a path or an address is refused`(_ member: String) {
    #expect(Self.error(Self.line(member))?.contains("a label has 1 to 80 letters") == true)
  }

  @Test(arguments: ["../secret", "Holiday plan", "a/b", ""])
  func `a reference that is none is neither read nor written`(_ id: String) throws {
    var record = try Self.record()
    record.row = RowReference(id: id, revision: "58360d21d8f91c7a")
    #expect(!Self.text(record).contains("row"))
    record.row = RowReference(id: "a", revision: id)
    #expect(!Self.text(record).contains("row"))
    let line = Self.line(#""row":{"id":"\#(id)","revision":"58360d21d8f91c7a"}"#)
    #expect(Self.error(line)?.contains("is no row of a contract") == true)
  }

  private static func dynamic(_ tags: TypeTag..., parents: [TypeIdentifier] = []) -> TypeIdentifier
  {
    DynamicType(conformsTo: parents, tags: tags).identifier
  }

  @Test(arguments: [
    // Tags and types that are known stay.
    (dynamic(.filenameExtension("heic"), parents: [.data]), nil as TypeIdentifier?),
    (dynamic(.mimeType("image/png")), nil), ("dyn.age8u", nil), ("public.jpeg", nil),
    ("com.acme.blueprint", nil),
    // Part of a name goes, and what the type conforms to stays.
    (dynamic(.filenameExtension("secretplan"), parents: [.data]), dynamic(parents: [.data])),
    (dynamic(.filenameExtension("secretplan")), .untold),
    (
      dynamic(.mimeType("application/x-secret-plan"), parents: [.image]), dynamic(parents: [.image])
    ),
    (dynamic(TypeTag(.pasteboardType, "secret plan")), .untold),
    (dynamic(TypeTag(TagClass("secret.plan"), "x"), parents: [.text]), dynamic(parents: [.text])),
    (
      dynamic(.filenameExtension("heic"), .filenameExtension("secret")),
      dynamic(.filenameExtension("heic"))
    ),
    (
      dynamic(.filenameExtension("heic"), parents: ["secret.plan"]),
      dynamic(.filenameExtension("heic"))
    ),
    // What names no type.
    ("Secret plan.pdf", .untold), ("/secret/plan", .untold), ("plan", .untold),
    ("geheim.plän", .untold),
    ("dyn.a!secret", .untold), ("dyn.secretplan", .untold), ("", .untold),
  ])
  func `a type holds no part of a name when it is written`(
    _ type: TypeIdentifier, _ written: TypeIdentifier?
  ) throws {
    var attachment = AttachmentRecord(
      representations: [
        RepresentationRecord(
          type, delivery: .file, attempt: .init(order: 0, contentType: type))
      ])
    attachment.result = .stored(declaredType: type, contentType: type, size: .zero)
    let record = try Self.record([.init(attachments: [attachment])])
    let read = try ShareRecord(reading: record.jsonLine).attachments[0]
    let expected = (written ?? type).rawValue
    #expect(read.representations[0].type.rawValue == expected)
    #expect(read.representations[0].attempt?.contentType?.rawValue == expected)
    guard case .stored(let declared, let content, _) = read.result else {
      return #expect(Bool(false), "\(String(describing: read.result))")
    }
    #expect(declared.rawValue == expected && content.rawValue == expected)
  }

  @Test func `an extension that the app declares is no secret`() throws {
    let type = Self.dynamic(.filenameExtension("acme"), parents: [.data])
    let record = try Self.record([
      .init(attachments: [
        AttachmentRecord(representations: [RepresentationRecord(type, delivery: .file)])
      ])
    ])
    let registry = TypeRegistry.standard.adding([
      UniformType("com.acme.blueprint", conformsTo: [.data], filenameExtensions: ["acme"])
    ])
    #expect(
      try ShareRecord(reading: record.jsonLine(in: registry)).declaredItems[0].attachments == [
        [type]
      ])
    #expect(
      try ShareRecord(reading: record.jsonLine).declaredItems[0].attachments == [
        [Self.dynamic(parents: [.data])]
      ])
  }

  // MARK: Errors

  @Test(arguments: [
    ("", "line 1, column 1: the text holds nothing; expected a JSON value"),
    ("[]", "line 1, column 1: expected an object, which a record is, found an array"),
    ("{}", "line 1, column 1: a record lacks the member 'version'"),
    (#"{"version":1}"#, "line 1, column 1: a record lacks the member 'kind'"),
    (
      #"{"version":2,"kind":"share"}"#,
      "line 1, column 12: version 2 of records is not known; this program reads version 1"
    ),
    (#"{"version":true}"#, "line 1, column 12: expected the number 1 for 'version', found true"),
    (#"{"version":1,"kind":"gate"}"#, "the line is no record of a share"),
    (#"{"version":1,"kind":"share"}"#, "line 1, column 1: a share lacks the member 'id'"),
    (
      #"{"version":1,"kind":"share","id":"x","origin":"device","items":[]}"#,
      "line 1, column 34: 'id' cannot be 'x'; it is a UUID such as 0190163d-8694-739b-aea5-966c26f8ad91"
    ),
    (
      line(#""seen":["appear"]"#),
      "line 1, column 110: what was seen cannot be 'appear'; 'appeared' may be meant"
    ),
    (
      line(#""recordedAt":-1"#),
      "line 1, column 115: expected a whole number, at least 0, for 'recordedAt', found -1"
    ),
    (
      line(#""omitted":null"#),
      "line 1, column 112: expected a whole number, at least 0, for 'omitted', found null"
    ),
    (
      line("", items: #"[{"attachments":[{"representations":[],"result":{"status":"lost"}}]}]"#),
      "line 1, column 157: 'status' cannot be 'lost'; it is one of stored, refused"
    ),
    (
      line(
        "", items: #"[{"attachments":[{"representations":[],"microseconds":{"loading":1.5}}]}]"#),
      "line 1, column 164: expected a whole number, at least 0, for 'loading' of 'microseconds', found a number with a fraction, an exponent or too many digits"
    ),
    (
      line(
        "", items: #"[{"attachments":[{"representations":[{"type":"a b","delivery":"file"}]}]}]"#),
      "line 1, column 144: 'a b' is no type identifier; one has ASCII letters, digits, '.', '-' and '_', such as public.jpeg"
    ),
  ])
  func `an error names its place`(_ line: String, _ message: String) {
    #expect(Self.error(line) == message)
  }
}
