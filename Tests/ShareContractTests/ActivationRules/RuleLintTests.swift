import Foundation
import ShareContract
import Testing

/// What is found in rules, and that nothing is found in sound ones.
struct RuleLintTests {
  static func findings(_ text: String) throws(DocumentError) -> [RuleFinding] {
    RuleLint.findings(in: try ExtensionPropertyList(reading: Array(text.utf8)))
  }

  static func codes(_ text: String) throws(DocumentError) -> [RuleFinding.Code] {
    try findings(text).map(\.code)
  }

  /// A rule that compares the number of attachments of one of these types.
  static func counting(
    _ types: [String], _ comparison: String, outer: String = ">= 1"
  ) -> String {
    let tests = types.map { "ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"\($0)\"" }
    return
      "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, \(tests.joined(separator: " || "))).@count \(comparison)).@count \(outer)"
  }

  static let all = "== $i.attachments.@count"

  static func dictionary(_ members: String) -> String { "<dict>\n\(members)\n</dict>" }

  static func member(_ key: String, _ value: String) -> String {
    "<key>NSExtensionActivation\(key)</key>\(value)"
  }

  static let images = member("SupportsImageWithMaxCount", "<integer>100</integer>")

  // MARK: Sound rules

  @Test(
    arguments: [
      counting(["public.image", "public.movie"], all), counting(["public.data"], all),
      counting(["public.url"], all),
      "NOT extensionItems.@count == 1 AND \(counting(["public.image"], all))",
      dictionary(images),
      dictionary(
        """
        \(images)
        \(member("DictionaryVersion", "<integer>1</integer>"))
        \(member("SupportsText", "<true/>"))
        \(member("SupportsWebURLWithMaxCount", "<integer>1</integer>"))
        \(member("SupportsWebPageWithMaxCount", "<integer>1</integer>"))
        \(member("SupportsFileWithMaxCount", "<integer>20</integer>"))
        \(member("SupportsMovieWithMaxCount", "<integer>0</integer>"))
        \(member("SupportsAttachmentsWithMinCount", "<integer>1</integer>"))
        \(member("SupportsAttachmentsWithMaxCount", "<integer>100</integer>"))
        \(member("UsesStrictMatching", "<true/>"))
        """),
      "<dict/>",
    ])
  func `in a sound rule nothing is found`(rule: String) throws {
    #expect(try Self.findings(rule) == [])
  }

  // MARK: Predicates

  @Test(arguments: ["<= 20", "< 20", "!= 5", "== 0"])
  func `a count without a lower bound is found, where the count stands`(comparison: String) throws {
    let findings = try Self.findings(Self.counting(["public.image"], comparison))
    let finding = try #require(findings.first { $0.code == .noLowerBound })
    #expect(finding.severity == .error)
    #expect(finding.place == .line(1, column: 30))
    #expect(finding.problem.contains("since 0 attachments meet \(comparison)"))
  }

  @Test func `a missing lower bound is found by what the rule decides`() throws {
    // The same comparison does no harm beside another that asks for one.
    let images = Self.counting(["public.image"], Self.all)
    let upper = Self.counting(["public.image"], "<= 50")
    #expect(try !Self.codes("\(images) AND \(upper)").contains(.noLowerBound))
    #expect(try Self.codes("\(images) OR \(upper)").contains(.noLowerBound))
    #expect(try Self.codes("extensionItems.@count > 0").contains(.noLowerBound))
    let negated = Self.counting(["public.image"], "> 0")
    #expect(try Self.codes("NOT \(negated)").contains(.noLowerBound))
  }

  @Test(arguments: ["== 1", "<= 1", "< 2"])
  func `an outer comparison that only one item meets is found`(outer: String) throws {
    let rule = Self.counting(["public.image"], Self.all, outer: outer)
    let finding = try #require(try Self.findings(rule).first)
    #expect(finding.code == .singleItem)
    #expect(finding.severity == .warning)
    #expect(finding.fix.contains(">= 1"))
    #expect(
      try !Self.codes(Self.counting(["public.image"], Self.all, outer: "== 2")).contains(
        .singleItem))
  }

  @Test func `an outer comparison is found with its number on the left`() throws {
    let rule = "1 == extensionItems.@count AND " + Self.counting(["public.image"], Self.all)
    #expect(try Self.codes(rule) == [.singleItem])
    #expect(try Self.codes("NOT (\(rule))") != [.singleItem])
  }

  @Test func `TRUEPREDICATE is found, and alone`() throws {
    let findings = try Self.findings("\n  TRUEPREDICATE")
    #expect(findings.map(\.code) == [.truePredicate])
    #expect(findings.first?.severity == .error)
    #expect(findings.first?.place == .line(2, column: 3))
    #expect(
      try Self.codes("\(Self.counting(["public.image"], Self.all)) OR TRUEPREDICATE") == [
        .truePredicate
      ])
  }

  @Test func `a rule that never holds is found`() throws {
    #expect(try Self.codes("FALSEPREDICATE") == [.neverAppears])
    #expect(
      try Self.codes("FALSEPREDICATE AND \(Self.counting(["public.image"], Self.all))") == [
        .neverAppears
      ])
    #expect(try Self.codes("FALSEPREDICATE OR \(Self.counting(["public.image"], Self.all))") == [])
  }

  @Test func `public video is found where nothing takes a movie`() throws {
    let finding = try #require(
      try Self.findings(Self.counting(["public.image", "public.video"], Self.all)).first)
    #expect(finding.code == .videoForMovie)
    #expect(finding.fix.contains("public.movie"))
    for other in ["public.movie", "public.audiovisual-content", "public.data"] {
      #expect(try Self.codes(Self.counting(["public.video", other], Self.all)) == [])
    }
  }

  @Test(arguments: [("== 1", 1), ("< 4", 3), ("<= 19", 19)])
  func `a small maximum is found with its number`(comparison: String, maximum: Int) throws {
    let rule = Self.counting(["public.image"], comparison)
    let finding = try #require(try Self.findings(rule).first { $0.code == .smallMaximum })
    #expect(finding.problem.hasPrefix("\(maximum + 1) attachments that are public.image hide"))
    #expect(finding.place == .line(1, column: 30))
  }

  @Test func `a maximum that nobody meets is no finding, nor one of links`() throws {
    let bounded = Self.counting(["public.image"], Self.all) + " AND "
    #expect(try Self.codes(bounded + Self.counting(["public.image"], "<= 20")) == [])
    #expect(try Self.codes(bounded + Self.counting(["public.image"], "<= 19")) == [.smallMaximum])
    #expect(try !Self.codes(Self.counting(["public.url"], "== 1")).contains(.smallMaximum))
  }

  @Test func `the least maximum that is enough can be given`() throws {
    let list = try ExtensionPropertyList(
      reading: Array(Self.dictionary(Self.images).utf8))
    #expect(RuleLint.findings(in: list, selection: 100) == [])
    #expect(RuleLint.findings(in: list, selection: 101).map(\.code) == [.smallMaximum])
  }

  @Test func `a type that nobody declares is found, with the one that may be meant`() throws {
    let findings = try Self.findings(
      Self.counting(["public.image", "public.jpegg", "com.example.a"], Self.all))
    #expect(findings.map(\.code) == [.unknownType, .unknownType])
    #expect(findings[0].severity == .warning)
    #expect(findings[0].problem.contains("'public.jpegg'"))
    #expect(findings[0].fix.contains("'public.jpeg' may be meant"))
    let pair = try Self.findings(Self.counting(["image/*"], Self.all))
    #expect(pair.map(\.severity) == [.error])
  }

  @Test func `a type that the app declares is no finding`() throws {
    let rule = Self.counting(["org.example.sketch"], Self.all).replacing("\"", with: "&quot;")
    let types =
      "<key>UTExportedTypeDeclarations</key><array><dict><key>UTTypeIdentifier</key><string>org.example.sketch</string></dict></array>"
    let file = "<dict><key>NSExtensionActivationRule</key><string>\(rule)</string>"
    #expect(try Self.codes("\(file)</dict>") == [.unknownType])
    #expect(try Self.codes("\(file)\(types)</dict>") == [])
  }

  @Test func `a selection that fits in part is found`() throws {
    let finding = try #require(try Self.findings(Self.counting(["public.image"], ">= 1")).first)
    #expect(finding.code == .mixedSelection)
    #expect(finding.place == .line(1, column: 30))
    #expect(finding.problem.contains("public.image"))
    // A rule that excludes all else lets none through.
    let others =
      "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, NONE $a.registeredTypeIdentifiers UTI-CONFORMS-TO 'public.image').@count > 0).@count == 0"
    #expect(try Self.codes("\(Self.counting(["public.image"], ">= 1")) AND \(others)") == [])
  }

  @Test func `places lead through the property list into a predicate of many lines`() throws {
    let rule =
      "SUBQUERY(extensionItems, $i,\n  SUBQUERY($i.attachments, $a,\n    ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO &quot;public.mpeg4&quot;\n  ).@count == $i.attachments.@count\n).@count &gt; 0"
    let file =
      "<plist>\n<dict>\n<key>NSExtensionActivationRule</key>\n<string>\(rule)</string>\n</dict>\n</plist>"
    #expect(try Self.findings(file).map(\.place) == [.line(6, column: 54)])
  }

  // MARK: Dictionaries

  @Test(
    arguments: [
      (
        member("SupportsText", "<integer>1</integer>"), "is an integer where a boolean belongs",
        RuleFinding.Severity.warning
      ),
      (
        member("SupportsText", "<string>YES</string>"), "is a string where a boolean belongs",
        .error
      ),
      (member("UsesStrictMatching", "<array/>"), "is an array where a boolean belongs", .error),
      (
        member("SupportsWebURLWithMaxCount", "<true/>"),
        "is a boolean where an integer from 0 belongs", .warning
      ),
      (
        member("SupportsWebURLWithMaxCount", "<string>1</string>"), "is a string where an integer",
        .error
      ),
      (
        member("SupportsWebURLWithMaxCount", "<real>1.5</real>"),
        "is a real number where an integer", .error
      ),
      (
        member("SupportsWebURLWithMaxCount", "<integer>-1</integer>"),
        "is -1 where an integer from 0", .error
      ),
      (
        member("DictionaryVersion", "<integer>3</integer>"),
        "is 3 where the integer 1 or 2 belongs", .error
      ),
      (
        member("DictionaryVersion", "<string>2</string>"), "is a string where the integer 1 or 2",
        .error
      ),
    ])
  func `a value of the wrong type or range is found at its line`(
    member: String, problem: String, severity: RuleFinding.Severity
  ) throws {
    let findings = try Self.findings(Self.dictionary("\(Self.images)\n\(member)"))
    #expect(findings.map(\.code) == [.wrongValue])
    let finding = try #require(findings.first)
    #expect(finding.problem.contains(problem))
    #expect(finding.severity == severity)
    let key = try #require(finding.key)
    #expect(finding.place == .line(3, column: 12 + key.count))
  }

  @Test func `an unknown key is found, with the one that may be meant`() throws {
    let rule = Self.dictionary(
      "\(Self.images)\n\(Self.member("SupportsImagesWithMaxCount", "<integer>2</integer>"))")
    let finding = try #require(try Self.findings(rule).first)
    #expect(finding.code == .unknownKey)
    #expect(finding.place == .line(3, column: 1))
    #expect(finding.fix == "NSExtensionActivationSupportsImageWithMaxCount may be meant")
    let other = Self.dictionary("\(Self.images)<key>Zzz</key><true/>")
    #expect(try Self.findings(other).map(\.code) == [.unknownKey])
  }

  @Test(arguments: ["NSExtensionActivationRule", "NSExtensionActivationPredicate"])
  func `a predicate within the dictionary is found`(key: String) throws {
    let rule = Self.counting(["public.image"], Self.all)
    let text = Self.dictionary(
      "\(Self.images)\n<key>\(key)</key><string>\(rule)</string><key>Other</key><string>TRUEPREDICATE</string>"
    )
    #expect(
      try Self.codes("<dict><key>NSExtensionActivationRule</key>\(text)</dict>") == [
        .nestedRule, .nestedRule,
      ])
  }

  @Test func `keys beside the rule are found`() throws {
    let text =
      "<dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>\n\(Self.member("DictionaryVersion", "<integer>2</integer>"))<key>NSExtensionActivationRule</key>\(Self.dictionary(Self.images))</dict></dict></dict>"
    let findings = try Self.findings(text)
    #expect(findings.map(\.code) == [.misplacedKey])
    #expect(findings.first?.place == .line(2, column: 1))
  }

  @Test func `small maximums are found for what people select several of`() throws {
    let keys = [
      "SupportsImageWithMaxCount", "SupportsMovieWithMaxCount", "SupportsFileWithMaxCount",
      "SupportsAttachmentsWithMaxCount",
    ]
    let text = Self.dictionary(
      keys.map { Self.member($0, "<integer>3</integer>") }.joined(separator: "\n"))
    let findings = try Self.findings(text)
    #expect(findings.map(\.code) == Array(repeating: .smallMaximum, count: 4))
    #expect(
      findings.map(\.place).map(\.description).map { $0.prefix(6) } == [
        "line 2", "line 3", "line 4", "line 5",
      ])
    #expect(findings[0].problem.hasPrefix("4 images hide the extension"))
  }

  @Test func `a dictionary that supports nothing, or asks for too much, is found`() throws {
    let nothing = Self.dictionary(Self.member("SupportsText", "<false/>"))
    #expect(try Self.codes(nothing) == [.neverAppears])
    let range =
      Self.images + Self.member("SupportsAttachmentsWithMinCount", "<integer>60</integer>")
      + Self.member("SupportsAttachmentsWithMaxCount", "<integer>50</integer>")
    #expect(try Self.codes(Self.dictionary(range)) == [.emptyRange])
  }

  @Test func `version 2 is found to let mixed selections through`() throws {
    let rule = Self.dictionary(
      "\(Self.images)\n\(Self.member("DictionaryVersion", "<integer>2</integer>"))")
    let findings = try Self.findings(rule)
    #expect(findings.map(\.code) == [.mixedSelection])
    #expect(findings.first?.place == .line(3, column: 50))
  }

  @Test func `in the binary form findings have the byte and the key`() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["NSExtensionActivationSupportsText": "YES"], format: .binary, options: 0)
    let findings = RuleLint.findings(in: try ExtensionPropertyList(reading: Array(data)))
    let finding = try #require(findings.first { $0.code == .wrongValue })
    #expect(finding.key == "NSExtensionActivationSupportsText")
    guard case .byte(let place) = finding.place else {
      Issue.record("\(finding)")
      return
    }
    #expect(Array(data)[place...].starts(with: [0x53] + Array("YES".utf8)))
  }

  // MARK: Public rules

  static let expected: [(label: String, codes: Set<RuleFinding.Code>)] = [
    ("nextcloud", []), ("ios-kdrive", []), ("ios-swisstransfer", []),
    ("signal-ios", [.singleItem, .mixedSelection]),
    ("talk-ios", [.noLowerBound, .singleItem, .videoForMovie]),
    ("duckduckgo", [.noLowerBound, .singleItem]), ("send-intent", [.truePredicate]),
    ("wallabag", [.smallMaximum, .mixedSelection]),
    ("share_handler", [.mixedSelection]), ("pocket-ios", [.mixedSelection]),
    // Two files are two links to files, of which just one is wanted.
    ("simplenote-ios", [.mixedSelection, .unknownType, .smallMaximum]),
    ("threema-ios", [.noLowerBound, .singleItem]),
  ]

  @Test(arguments: expected)
  func `in rules of public apps is found what is known of them`(
    label: String, codes: Set<RuleFinding.Code>
  ) throws {
    let rule = try #require(PublicRules.predicates.first { $0.label == label })
    #expect(try Set(Self.codes(rule.text)) == codes)
  }

  static let expectedOfDictionaries: [(label: String, codes: Set<RuleFinding.Code>)] = [
    ("netnewswire", []), ("home-assistant", []), ("readest", []),
    ("receive_sharing_intent", [.smallMaximum]), ("t3code", [.smallMaximum]),
    ("seafile-ios-seafshare", [.smallMaximum]),
    ("rocket.chat.ios", [.smallMaximum, .mixedSelection]),
    ("wordpress-ios", [.smallMaximum, .mixedSelection]),
  ]

  @Test(arguments: expectedOfDictionaries)
  func `in dictionaries of public apps is found what is known of them`(
    label: String, codes: Set<RuleFinding.Code>
  ) throws {
    let rule = try #require(PublicRules.dictionaries.first { $0.label == label })
    let findings = RuleLint.findings(in: try ExtensionPropertyList(reading: rule.bytes))
    #expect(Set(findings.map(\.code)) == codes)
  }

  @Test func `findings are bounded, and come soon, whatever the rule`() throws {
    let types = (0..<900).map { "ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"x.t\($0)\"" }
    let rule =
      "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, \(types.joined(separator: " OR "))).@count <= 9).@count == 1"
    let findings = try Self.findings(rule)
    #expect(findings.count == RuleLint.maximumFindings)
    var deep = "$i.attachments.@count < 4"
    for level in 0..<30 { deep = "SUBQUERY($i.attachments, $v\(level), \(deep)).@count > 2" }
    let codes = try Self.codes("SUBQUERY(extensionItems, $i, \(deep)).@count > 0")
    #expect(codes.count < 10)
    let keys = (0..<300).map { "<key>k\($0)</key><true/>" }.joined(separator: "\n")
    #expect(
      try Self.findings(Self.dictionary(keys + Self.images)).count == RuleLint.maximumFindings)
  }
}
