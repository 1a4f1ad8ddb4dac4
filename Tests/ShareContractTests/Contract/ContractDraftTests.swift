import ShareContract
import Testing

/// What a contract begins with, from the Info.plist of an extension.
struct ContractDraftTests {
  static func propertyList(_ rule: String, _ members: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>\(members)<key>NSExtension</key><dict>
    <key>NSExtensionAttributes</key><dict>\(rule)</dict>
    <key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string></dict></dict></plist>
    """
  }

  static let dictionary = propertyList(
    """
    <key>NSExtensionActivationRule</key><dict>
    <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>10</integer>
    <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>2</integer></dict>
    """, "<key>CFBundleDisplayName</key><string>Meadow Share</string>")

  static let predicate = propertyList(
    """
    <key>NSExtensionActivationRule</key><string>SUBQUERY(extensionItems, $item,
    SUBQUERY($item.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.url"
    || ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "com.adobe.pdf"
    || ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image").@count &lt;= 5
    AND SUBQUERY($item.attachments, $a,
    ANY $a.registeredTypeIdentifiers UTI-EQUALS "public.svg-image").@count == 0).@count &gt;= 1</string>
    """)

  private static func draft(_ text: String) throws -> ContractDraft {
    ContractDraft(from: try ExtensionPropertyList(reading: Array(text.utf8)))
  }

  /// What is wrong with the text of a draft.
  private static func document(_ draft: ContractDraft) -> ContractDocument {
    ContractDocument(reading: Array(draft.text.utf8))
  }

  @Test func `a dictionary gives the types of its kinds, and the sum of its maxima`() throws {
    let draft = try Self.draft(Self.dictionary)
    #expect(draft.contract.name == "Meadow Share")
    #expect(draft.contract.rule.accepted.map(\.type) == ["public.image", "public.movie"])
    #expect(draft.contract.limits.count == 12)
  }

  @Test func `a predicate gives the types that it names, links last, and those that it excludes`()
    throws
  {
    let draft = try Self.draft(Self.predicate)
    #expect(draft.contract.name == "Share extension")
    #expect(
      draft.contract.rule.accepted.map(\.type) == ["com.adobe.pdf", "public.image", "public.url"])
    #expect(draft.contract.rule.refused.map(\.type) == ["public.svg-image"])
    #expect(draft.contract.limits.count == 5)
  }

  @Test(arguments: ["", "<key>NSExtensionActivationRule</key><string>TRUEPREDICATE</string>"])
  func `without a type in the rule any file is accepted`(_ rule: String) throws {
    let draft = try Self.draft(Self.propertyList(rule))
    #expect(draft.contract.rule.accepted.map(\.type) == ["public.data", "public.text"])
    #expect(draft.contract.limits.count == nil)
  }

  @Test func `rows are the reported shares that are taken, and a few that are refused`() throws {
    let draft = try Self.draft(Self.dictionary)
    let rows = draft.contract.rows
    #expect(
      rows.filter(\.isSupported).map(\.id) == [
        "photos-still-photo-jpeg-first", "photos-still-photo-heic-first",
        "photos-live-photo-shared",
        "photo-picker-live-photo", "photos-video", "photos-video-converted",
        "photos-animated-photo",
        "whatsapp-photos", "google-photos-photo", "messages-photo",
      ])
    #expect(
      rows.filter { !$0.isSupported }.map(\.id) == [
        "screenshot-preview-screenshot", "screenshot-overlay-screenshot", "files-pdf",
        "files-folder",
      ])
    #expect(rows.allSatisfy { $0.tests.isEmpty })
    let still = try #require(rows.first)
    #expect(still.expectations == [Expectation(.stored, representation: "public.jpeg")])
    // The preview's image is the archive of an object.
    let preview = try #require(rows.first { $0.id == "screenshot-preview-screenshot" })
    #expect(preview.expectations == [Expectation(.refused(.contentMismatch))])
    #expect(preview.appears)
    let folder = try #require(rows.first { $0.id == "files-folder" })
    #expect(folder.expectations == [Expectation(.refused(.sourceIsDirectory))])
    #expect(!folder.appears)
  }

  @Test func `the text is a contract with warnings only, whose comments say what to do`() throws {
    for text in [Self.dictionary, Self.predicate, Self.propertyList("")] {
      let draft = try Self.draft(text)
      let document = Self.document(draft)
      #expect(document.contract == draft.contract)
      // A private type of the system is not known, and that is said.
      let problems = document.problems.filter { !$0.message.contains("auto-loop-gif") }
      #expect(problems.allSatisfy { $0.severity == .warning })
      #expect(problems.allSatisfy { $0.message.contains("names no test") })
      let supported = draft.contract.rows.filter(\.isSupported)
      #expect(problems.count == supported.count)
      #expect(draft.text.contains("// To do: name the tests that cover it"))
      let hasRefused = supported.count < draft.contract.rows.count
      #expect(draft.text.contains("// Refused") == hasRefused)
    }
  }

  @Test func `a share that the rule hides is said to be hidden`() throws {
    // One item is demanded, and Safari shares a PDF page as two.
    let rule = """
      <key>NSExtensionActivationRule</key><string>SUBQUERY(extensionItems, $item,
      SUBQUERY($item.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO
      "com.adobe.pdf").@count == $item.attachments.@count).@count == 1 AND extensionItems.@count == 1</string>
      """
    let draft = try Self.draft(Self.propertyList(rule))
    #expect(draft.hiddenRows == ["safari-pdf-page"])
    #expect(draft.text.contains("The activation rule does not show the extension for this share"))
    #expect(Self.document(draft).contract == draft.contract)
  }

  @Test(arguments: ["$(PRODUCT_NAME)", "", "a\u{202E}b"])
  func `a name that is none is not taken`(_ name: String) throws {
    let members = "<key>CFBundleName</key><string>\(name)</string>"
    let draft = try Self.draft(Self.propertyList("", members))
    #expect(draft.contract.name == "Share extension")
    #expect(Self.document(draft).contract != nil)
  }

  @Test(arguments: PublicRules.predicates)
  func `each predicate of a public app gives a contract without errors`(
    _ rule: PublicRules.Predicate
  ) throws {
    try check(Array(rule.text.utf8))
  }

  @Test(arguments: PublicRules.dictionaries)
  func `each dictionary of a public app gives a contract without errors`(
    _ rule: PublicRules.Dictionary
  ) throws {
    try check(rule.bytes)
  }

  private func check(_ rule: [UInt8]) throws {
    let draft = ContractDraft(from: try ExtensionPropertyList(reading: rule))
    let document = Self.document(draft)
    #expect(document.problems.filter { $0.severity == .error } == [])
    #expect(document.contract == draft.contract)
    #expect(!draft.contract.rule.accepted.isEmpty && !draft.contract.rows.isEmpty)
  }
}
