import ChangeEvidence
import IntakeModel
import IntakeTesting
import ShareContract
import Testing

/// The search for content of users.
struct PrivacyCheckTests {
  private func kinds(_ text: String, _ check: PrivacyCheck = PrivacyCheck()) -> [PrivacyFinding
    .Kind]
  {
    check.findings(in: Array(text.utf8), of: "member").map(\.kind)
  }

  @Test(arguments: [
    ("write to ada.l@example.com now", PrivacyFinding.Kind.emailAddress),
    (#"{"to":"ada+x@mail.example.org"}"#, .emailAddress), ("ada@bücher.example", .emailAddress),
    ("call +49 170 1234567", .phoneNumber), ("call +1 (555) 123-4567.", .phoneNumber),
    ("(555) 123-4567", .phoneNumber), ("555-123-4567", .phoneNumber),
    ("0170 1234567", .phoneNumber),
    ("tel:112", .phoneNumber), ("+15551234567", .phoneNumber),
    ("at 37.33490, -122.00902", .coordinates), ("+37.3349-122.0090/", .coordinates),
    (#""latitude": 37"#, .coordinates), ("geo:37.3,-122", .coordinates),
    ("in /Users/ada/Pictures", .path), (#"{"p":"\/home\/ada"}"#, .path), ("~/Documents", .path),
    (#"C:\Users\ada"#, .path), (#"{"p":"C:\\temp"}"#, .path), ("file:///a", .path),
    ("path=/var/mobile/x", .path), ("birthday.heic", .fileName), ("IMG_0001.JPG was", .fileName),
    ("Ada%20Lovelace.pdf", .fileName), ("Übung.docx", .fileName),
    (#"{"displayName": "Ada"}"#, .name), (#""suggestedName":"x""#, .name), ("Ada's iPhone", .name),
    ("Ada’s MacBook", .name), ("BEGIN:VCARD", .name),
    ("ghp_0123456789abcdefghijklmnop", .token),
    ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", .token), ("AKIAIOSFODNN7EXAMPLE", .token),
    ("Authorization: Bearer abcDEF0123456789", .token), (#""password": "hunter22""#, .token),
    ("eyJhbGciOiJI.eyJzdWIiOiIxMjM0", .token), ("https://ada:secret@example.com/", .token),
    ("-----BEGIN RSA PRIVATE KEY-----", .privateKey),
    ("-----BEGIN OPENSSH PRIVATE KEY-----", .privateKey),
    ("/9j/4AAQSkZJRgABAQAAAQABAAD", .media), ("iVBORw0KGgoAAAANSUhEUgAAAAE", .media),
    (#"{"title":"ada\u0040example.com"}"#, .emailAddress), ("ada&#64;example.com", .emailAddress),
    (#"{"title":"ada&#x40;example.com"}"#, .emailAddress), ("ada%40example.com", .emailAddress),
    (#"{"title":"ada%5Cu0040example.com"}"#, .emailAddress), ("ada＠example.com", .emailAddress),
    ("01701234567", .phoneNumber), ("0049 170 1234567", .phoneNumber),
    ("00491701234567", .phoneNumber), ("06 12 34 56 78", .phoneNumber),
    ("06.12.34.56.78.", .phoneNumber), ("+49\u{A0}170\u{A0}1234567", .phoneNumber),
    ("+49–170–1234567", .phoneNumber), ("+٤٩ ١٧٠ ١٢٣٤٥٦٧", .phoneNumber),
    ("%2B49%20170%201234567", .phoneNumber), ("52.5200%2C13.4050", .coordinates),
    ("%2FUsers%2Fada%2Fx", .path), (#"{"p":"\u002fUsers\u002fada"}"#, .path),
    ("a `b` /Users/ada `c`", .path), ("a ` /Users/ada", .path), ("`/tmp/x`", .quotedPath),
    ("_9j_4AAQSkZJRgABAQAAAQABAAD", .media),
    ("ffd8ffe000104a46494600010203040506070809101112131415", .media),
    ("JVBERi0xLjcKJeLjz9MKMSAwIG9i", .media), ("R0lGODlhAQABAIAAAAAAAP///yH5", .media),
    ("R0lGODdhAQABAIAAAAAAAP///yH5", .media), ("UEsDBBQAAAAIAAAAIQAAAAAAAAAA", .media),
    ("SUkqAAgAAAAOAAABAwABAAAAAAAA", .media), ("TU0AKgAAAAgADgEAAAMAAAABAAAA", .media),
    ("YnBsaXN0MDDUAQIDBAUGBwpYJHZl", .media), ("UklGRiQAAABXRUJQVlA4IBgAAAAw", .media),
    // One that does not go on, one within a word, and then one that counts.
    ("/9j/ xiVBORw0KGgoAAAANSUhEUgAAAAE /9j/4AAQSkZJRgABAQAAAQABAAD", .media),
    ("000000186674797068656963000000006d696631686569636d69663100", .media),
    ("89504e470d0a1a0a0000000d494844520000000100000001080200", .media),
    ("Ada&#39;s iPhone", .name),
    ("data:image/png;base64,AAAA", .media), ("AAAAGGZ0eXBoZWljAAAAAG1pZjE", .media),
    ("\u{0}", .unreadable),
  ])
  func `content is found`(_ text: String, _ kind: PrivacyFinding.Kind) {
    #expect(kinds(text).contains(kind))
    #expect(kinds("{\"a\":1}\n" + text).contains(kind))
    #expect(kinds(String(repeating: "on and on; ", count: 300) + text).contains(kind))
  }

  @Test(arguments: [
    "public.jpeg com.adobe.pdf public.mp3 com.compuserve.gif",
    "Tests/PhotosTests/ShareTests.swift:12:3",
    "AppTests.ShareTests/stores()", "0190163d-8694-739b-aea5-966c26f8ad91",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "2026-11-30 08:14:32.123456+0100", "2026-11-30T08:14:32Z", "https://in-toto.io/Statement/v1",
    "https://in-toto.io/attestation/test-result/v0.1", "text/html image/png", "and/or, 1/2",
    "<td class=\"a\"></td><br/>", "size=123456 milliseconds=75", "iPhone17,1 iOS 26.1 23B85",
    "x = 0.1234, y", "100 200 300", "1234567890123", "555-123", "@Test @available",
    "a token is refused",
    "password reset", "1.2.3.4", "report: 12.5 % (3 of 24)", "\"token\": null", "#F0F0F0",
    "12:34:56",
    "M 10.5 20.25 L 30 40", "100 % of 24 %", #"a \n b \" c \\ d"#, "a &amp; b &lt; c",
    "00:12:34.5678",
    "sha256:ffd8ff42 98fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "ffd8ff4298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "2026-01-02 03:04:05",
    "01.02.2026", "0.0170123456", "#001122", "写真 Grüße 😀", "a JPEG named .HEIC", "libarchive 3.6.2",
    "asiatic basic training", "xiVBORw0KGgoAAAANSUhEUgAAAAE",
    "000000186674797068656963",
  ])
  func `what is no content is let through`(_ text: String) {
    #expect(kinds(text) == [])
  }

  @Test func `a finding says where, and quotes nothing`() {
    let text = "fine\nada@example.com and +49 170 1234567\n\n/Users/ada/x\n"
    let findings = PrivacyCheck().findings(in: Array(text.utf8), of: "device/a.jsonl")
    #expect(
      findings.map(\.description) == [
        "'device/a.jsonl', line 2: email-address", "'device/a.jsonl', line 2: phone-number",
        "'device/a.jsonl', line 4: path",
      ])
  }

  @Test func `the words of the caller are found, as words and in any case`() {
    let check = PrivacyCheck(privateWords: ["Lovelace", "ab"])
    #expect(kinds("by lovelace.", check) == [.privateWord])
    #expect(kinds(#"by \u006covelace"#, check) == [.privateWord])
    #expect(kinds("Lovelaces ab", check) == [])
  }

  @Test func `names of files that are none of a user can be allowed`() {
    #expect(kinds("photo.heic is", PrivacyCheck(allowedFileNames: ["photo.heic"])) == [])
  }

  @Test(arguments: [
    SampleContent.jpeg(bytes: 5_000), .png(bytes: 5_000), .pdf(bytes: 5_000), .zip(bytes: 5_000),
  ])
  func `the bytes of media are found by how they begin`(_ content: SampleContent) {
    let findings = PrivacyCheck().findings(in: content.bytes, of: "a")
    #expect(findings.contains { $0.kind == .media && $0.line == nil })
  }

  @Test func `a member is looked at in pieces of any size`() {
    let text = Array("fine\nada@example.com\nfine\n/Users/ada/x".utf8)
    for size in [1, 3, 100] {
      var scan = PrivacyScan("m", PrivacyCheck())
      for start in stride(from: 0, to: text.count, by: size) {
        Array(text[start..<min(start + size, text.count)]).withUnsafeBytes { scan.take($0) }
      }
      #expect(scan.finish().map(\.line) == [2, 4])
    }
  }

  @Test func `a line that is too long to be looked at is a finding, and findings are bounded`() {
    let long = [UInt8](repeating: 0x61, count: PrivacyCheck.maximumLineLength + 1)
    #expect(PrivacyCheck().findings(in: long, of: "m").map(\.kind) == [.unreadable])
    let many = String(repeating: "ada@example.com\n", count: 1_000)
    #expect(kinds(many).count == PrivacyCheck.maximumFindings)
  }

  // MARK: Our own members

  @Test(arguments: RecordedStreams.versions)
  func `test results in the normal form have none`(_ version: String) throws {
    let report = try EventStream().read(RecordedStreams.bytes("mixed", version: version))
    #expect(PrivacyCheck().findings(in: report.json, of: "results.json") == [])
  }

  @Test func `the streams that they are made of have some`() throws {
    let text = #"{"filePath":"/home/ada/app/Tests/A.swift"}"#
    #expect(kinds(text) == [.path])
  }

  @Test func `a contract, its matrix and records of shares have none`() throws {
    let contract = InputContract(
      name: "Share", rule: .anyFile,
      rows: [
        ContractRow(
          id: "photos-still", source: "Photos", content: "still photo",
          items: [
            SharedItem(attachments: [["public.heic", "public.jpeg", "com.apple.live-photo"]])
          ],
          expectations: [Expectation(.stored)], tests: ["AppTests.ShareTests/stores()"])
      ])
    let record = ShareRecord(
      id: try #require(ShareID("0190163d-8694-739b-aea5-966c26f8ad91")),
      recordedAt: 1_790_000_000_000,
      origin: .device, source: "Photos", system: .init(name: "iOS 26.1", device: "iPhone17,1"),
      items: [
        .init(attachments: [
          .init(
            representations: [.init("public.heic", delivery: .file)],
            result: .stored(
              declaredType: "public.heic", contentType: "public.heic",
              size: ByteCount(bytes: 2_345_678)))
        ])
      ])
    let matrix = try TypeMatrix(
      contract: contract, records: [record],
      tests: [TestObservation("AppTests.ShareTests/stores()", .passed)])
    for (name, bytes) in [
      ("contract.json", Array(contract.jsonText.utf8)), ("matrix.json", matrix.json()),
      ("matrix.csv", Array(matrix.csv().utf8)), ("device/share.jsonl", record.jsonLine),
    ] {
      #expect(PrivacyCheck().findings(in: bytes, of: name) == [])
    }
  }
}
