import Foundation
import IntakeTesting
import ShareContract
import Testing

/// Reading rules from files.
struct ExtensionPropertyListTests {
  static func info(_ rule: String, _ more: String = "") -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
        <key>CFBundleIdentifier</key><string>org.example.app.share</string>
        <key>CFBundleName</key><string>Share</string>
        <key>NSExtension</key>
        <dict>
          <key>NSExtensionAttributes</key>
          <dict>
            <key>NSExtensionActivationRule</key>
            \(rule)
          </dict>
          <key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string>
          <key>NSExtensionPrincipalClass</key><string>ShareController</string>
        </dict>
        \(more)
      </dict>
      </plist>
      """.utf8)
  }

  static func error(_ bytes: [UInt8]) -> DocumentError? {
    do throws(DocumentError) {
      _ = try ExtensionPropertyList(reading: bytes)
      return nil
    } catch {
      return error
    }
  }

  static func binary(_ value: Any) throws -> [UInt8] {
    Array(
      try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
  }

  @Test func `an Info plist says what the extension is, and its rule`() throws {
    let types = """
      <key>UTExportedTypeDeclarations</key>
      <array><dict>
        <key>UTTypeIdentifier</key><string>org.example.sketch</string>
        <key>UTTypeConformsTo</key><string>public.image</string>
      </dict></array>
      """
    let list = try ExtensionPropertyList(
      reading: Self.info("<string>extensionItems.@count &gt; 0</string>", types))
    #expect(list.bundleIdentifier == "org.example.app.share")
    #expect(list.name == "Share")
    #expect(list.extensionPoint == "com.apple.share-services")
    #expect(list.entryPoint == "ShareController")
    #expect(list.declaredTypes.map(\.identifier) == ["org.example.sketch"])
    #expect(list.registry.conforms("org.example.sketch", to: .image))
    #expect(try list.rule == ActivationRule(predicate: "extensionItems.@count > 0"))
  }

  @Test func `an Info plist in the binary form says the same`() throws {
    let rule = ["NSExtensionActivationSupportsImageWithMaxCount": 3]
    let bytes = try Self.binary([
      "CFBundleIdentifier": "org.example", "CFBundleDisplayName": "Example",
      "CFBundleName": "Other",
      "NSExtension": [
        "NSExtensionAttributes": ["NSExtensionActivationRule": rule],
        "NSExtensionMainStoryboard": "MainInterface",
      ] as [String: Any],
    ])
    let list = try ExtensionPropertyList(reading: bytes)
    #expect(list.name == "Example")
    #expect(list.entryPoint == "MainInterface")
    #expect(list.extensionPoint == nil)
    #expect(list.rule == .dictionary(ActivationDictionary(maximums: [.image: 3])))
  }

  @Test func `an Info plist without a rule has none`() throws {
    for text in [
      "<dict/>", "<dict><key>NSExtension</key><dict/></dict>",
      "<dict><key>CFBundleName</key><string>x</string></dict>",
      "<dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict/></dict></dict>",
    ] {
      #expect(try ExtensionPropertyList(reading: Array(text.utf8)).rule == nil)
    }
  }

  @Test(arguments: [
    "FALSEPREDICATE", "\u{FEFF}\n  FALSEPREDICATE\n", "<string>FALSEPREDICATE</string>",
    "\u{FEFF}<plist><string>FALSEPREDICATE</string></plist>",
    "<dict><key>NSExtensionActivationRule</key><string>FALSEPREDICATE</string></dict>",
  ])
  func `a predicate is read from a file of its own, in every form`(text: String) throws {
    let list = try ExtensionPropertyList(reading: Array(text.utf8))
    #expect(try list.rule == ActivationRule(predicate: "FALSEPREDICATE"))
    #expect(list.extensionPoint == nil)
  }

  @Test(arguments: PublicRules.dictionaries)
  func `a dictionary of a public app is read, and reads the same when it is printed`(
    rule: PublicRules.Dictionary
  ) throws {
    let read = try #require(try ExtensionPropertyList(reading: rule.bytes).rule)
    guard case .dictionary(let dictionary) = read else {
      Issue.record("no dictionary")
      return
    }
    #expect(dictionary.maximums.count >= 1)
    let printed = "<plist>\(read)</plist>"
    #expect(try ExtensionPropertyList(reading: Array(printed.utf8)).rule == read)
  }

  @Test func `every key of a dictionary is read`() throws {
    let rule = """
      <dict>
        <key>NSExtensionActivationDictionaryVersion</key><integer>2</integer>
        <key>NSExtensionActivationUsesStrictMatching</key><true/>
        <key>NSExtensionActivationSupportsAttachmentsWithMinCount</key><integer>2</integer>
        <key>NSExtensionActivationSupportsAttachmentsWithMaxCount</key><integer>9</integer>
        <key>NSExtensionActivationSupportsFileWithMaxCount</key><integer>1</integer>
        <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>2</integer>
        <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>3</integer>
        <key>NSExtensionActivationSupportsText</key><true/>
        <key>NSExtensionActivationSupportsWebPageWithMaxCount</key><integer>4</integer>
        <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>0</integer>
      </dict>
      """
    let dictionary = ActivationDictionary(
      version: .anyAttachment,
      maximums: [.file: 1, .image: 2, .movie: 3, .text: 1, .webPage: 4, .webURL: 0],
      minimumCount: 2, maximumCount: 9, usesStrictMatching: true)
    #expect(try ExtensionPropertyList(reading: Self.info(rule)).rule == .dictionary(dictionary))
    #expect(dictionary.supportedKinds == [.webPage, .image, .movie, .text, .file])
  }

  @Test func `values of another type stand for what a system makes of them, or for nothing`() throws
  {
    let rule = """
      <dict>
        <key>NSExtensionActivationSupportsText</key><integer>1</integer>
        <key>NSExtensionActivationSupportsImageWithMaxCount</key><true/>
        <key>NSExtensionActivationSupportsMovieWithMaxCount</key><string>3</string>
        <key>NSExtensionActivationSupportsFileWithMaxCount</key><integer>-3</integer>
        <key>NSExtensionActivationDictionaryVersion</key><integer>7</integer>
        <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>9223372036854775807</integer>
      </dict>
      """
    let expected = ActivationDictionary(
      maximums: [.text: 1, .image: 1, .file: 0, .webURL: Int.max])
    #expect(try ExtensionPropertyList(reading: Self.info(rule)).rule == .dictionary(expected))
  }

  @Test func `an error in a predicate of many lines is placed in the file`() throws {
    let rule =
      "<string>SUBQUERY(extensionItems, $i,\r\n  $i.userInfo.@count &gt; 0\r\n).@count</string>"
    let error = try #require(Self.error(Self.info(rule)))
    #expect(error.place == .line(12, column: 6))
    #expect(
      error.message.hasPrefix(
        "NSExtension.NSExtensionAttributes.NSExtensionActivationRule, byte 35 of its text: "))
  }

  @Test func `an error behind entities, comments and sections is placed in the file`() throws {
    let rule =
      "<string>TRUEPREDICATE &amp;&amp; <![CDATA[TRUE]]>PREDICATE<!-- é --> &#124;&#124; %</string>"
    #expect(try #require(Self.error(Self.info(rule))).place == .line(11, column: 89))
    let other = "<string>TRUEPREDICATE OR <!-- --> &#37;</string>"
    #expect(try #require(Self.error(Self.info(other))).place == .line(11, column: 41))
  }

  @Test func `an error in the binary form is placed by its byte`() throws {
    let bytes = try Self.binary(["NSExtensionActivationRule": "TRUE PREDICATE"])
    let error = try #require(Self.error(bytes))
    guard case .byte(let place) = error.place else {
      Issue.record("\(error)")
      return
    }
    // The object of the string: its marker, and then its text.
    #expect(bytes[place...].starts(with: [0x5E] + Array("TRUE PREDICATE".utf8)))
  }

  @Test(
    arguments: [
      (
        "<plist><dict>\n<key>NSExtension</key><string/></dict></plist>",
        "NSExtension is a string where a dictionary belongs", DocumentPlace.line(2, column: 23)
      ),
      (
        "<dict><key>NSExtensionActivationRule</key>\n <array/></dict>",
        "NSExtensionActivationRule is an array where a dictionary or the text of a predicate belongs",
        .line(2, column: 2)
      ),
      (
        "<dict><key>NSExtensionActivationRule</key><true/></dict>", "is a boolean where",
        .line(1, column: 43)
      ),
      ("<array/>", "the property list is an array where", .line(1, column: 1)),
      (
        "<plist>\né<dict></plist>", "the property list has something else where a value belongs",
        .line(2, column: 1)
      ),
      (
        "<!-- é --><dict><key>é</key><int/></dict>",
        "the property list has an element that is no value: int", .line(1, column: 29)
      ),
      (
        "<dict><key>UTExportedTypeDeclarations</key><array><dict/>\n <string/></array></dict>",
        "UTExportedTypeDeclarations[0].UTTypeIdentifier is missing", .line(1, column: 51)
      ),
      (
        "<dict><key>UTImportedTypeDeclarations</key><true/></dict>",
        "UTImportedTypeDeclarations is a boolean where an array belongs", .line(1, column: 44)
      ),
      ("  {\"NSExtension\": {}}", "convert it with 'plutil -convert xml1'", .line(1, column: 3)),
      ("bplist00", "the property list is cut off", .byte(8)),
    ])
  func `what is no such file is refused with its place`(
    text: String, message: String, place: DocumentPlace
  ) throws {
    let error = try #require(Self.error(Array(text.utf8)))
    #expect(error.message.contains(message), "\(error)")
    #expect(error.place == place)
  }

  @Test func `an empty file, bytes and a huge text are refused`() throws {
    for bytes in [[], Array(" \n".utf8), [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
      #expect(try #require(Self.error(bytes)).message.contains("the file is empty"))
    }
    let error = try #require(Self.error(Array("TRUE".utf8) + [0xC3, 0x28]))
    #expect(error.message.contains("text in UTF-8"))
    #expect(error.place == .byte(4))
    let huge = [UInt8](repeating: UInt8(ascii: "a"), count: ActivationRule.maximumLength + 1)
    #expect(try #require(Self.error(huge)).message.contains("longer than a predicate may be"))
    let list = Array("<string>".utf8) + huge + Array("</string>".utf8)
    #expect(try #require(Self.error(list)).message.contains("more than the limit of 65536"))
    let large = [UInt8](repeating: UInt8(ascii: "<"), count: ExtensionPropertyList.maximumSize + 1)
    #expect(try #require(Self.error(large)).message.contains("more than the limit of 4194304"))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a file that was changed at random is read or refused, and never traps`(seed: UInt64) throws
  {
    var generator = SeededGenerator(seed: seed)
    let rule = try #require(PublicRules.predicates.first).text.replacing("\"", with: "&quot;")
    let files = [
      Self.info("<string>\(rule)</string>"), try Self.binary(["NSExtensionActivationRule": rule]),
    ]
    var refused = 0
    for _ in 0..<300 {
      var bytes = files[Int.random(in: 0...1, using: &generator)]
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
        }
      }
      if Self.error(bytes) != nil { refused += 1 }
    }
    #expect(refused > 0)
  }
}
