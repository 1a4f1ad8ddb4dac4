import ShareContract
import Testing

/// What the rules of public apps decide, worked out by hand.
struct PredicateDecisionTests {
  /// For one rule the shares for which the extension appears, and those for which it does not.
  struct Case: Sendable, CustomTestStringConvertible {
    let label: String
    let appears: [SampleShare]
    let hides: [SampleShare]
    var testDescription: String { label }

    init(_ label: String, appears: [SampleShare], hides: [SampleShare]) {
      self.label = label
      self.appears = appears
      self.hides = hides
    }
  }

  static let cases: [Case] = [
    Case(
      "simplenote-ios",
      appears: [.page, .pdfPage, .textFile, .text, .contact, .photoAndPDF, .place],
      hides: [.nothing, .emptyItem, .photo, .twoPhotos, .folder, .movie, .unknown, .links(2)]),
    Case(
      "nextcloud",
      appears: [
        .emptyItem, .photo, .twoPhotos, .photoAndPDF, .page, .pdfPage, .textFile, .contact, .movie,
        .photos(21),
      ],
      hides: [.nothing, .folder, .pass, .unknown]),
    Case(
      "pocket-ios",
      appears: [.page, .pdfPage, .text, .place, .googlePhoto],
      hides: [.nothing, .emptyItem, .photo, .photoAndPDF, .folder, .textFile, .contact, .unknown]),
    Case(
      "share_handler",
      appears: [.photo, .twoPhotos, .photoAndPDF, .page, .pdfPage, .textFile, .contact, .movie],
      hides: [.nothing, .emptyItem, .folder, .pass, .unknown]),
    Case(
      "neebla",
      appears: [
        .photo, .photoAndPDF, .page, .pdfPage, .textFile, .contact, .movie, .links(2),
        // No item counts as one with at most two, and none is fewer than three.
        .links(3),
      ],
      hides: [.nothing, .emptyItem, .heicPhoto, .twoPhotos, .folder, .pass, .unknown]),
    Case(
      "send-intent", appears: SampleShare.all, hides: []),
    Case(
      "duckduckgo",
      appears: [.emptyItem, .photo, .page, .folder, .unknown, .links(2)],
      hides: [.nothing, .pdfPage, .links(3)]),
    Case(
      "monal",
      appears: [.photo, .photoAndPDF, .page, .textFile, .contact, .pass],
      hides: [.nothing, .emptyItem, .pdfPage, .folder, .unknown]),
    Case(
      "talk-ios",
      appears: [.emptyItem, .photo, .photos(20), .photoAndPDF, .page, .folder, .unknown],
      hides: [.nothing, .pdfPage, .photos(21)]),
    Case(
      "threema-ios",
      appears: [.emptyItem, .photo, .photos(20), .page, .pdfPage, .folder, .unknown],
      hides: [.nothing, .photos(21)]),
    Case(
      "wallabag",
      appears: [.photo, .page, .pdfPage, .textFile, .place, .googlePhoto],
      hides: [.nothing, .emptyItem, .twoPhotos, .photoAndPDF, .folder, .contact, .movie, .unknown]),
    Case(
      "signal-ios",
      appears: [.photo, .twoPhotos, .photoAndPDF, .page, .textFile, .contact, .movie, .place],
      hides: [.nothing, .emptyItem, .pdfPage, .folder, .pass, .unknown]),
  ]

  @Test(arguments: cases)
  func `a rule of a public app decides as it says`(expected: Case) throws {
    let text = try #require(PublicRules.predicates.first { $0.label == expected.label }).text
    let rule = try ActivationRule(predicate: text)
    for (shares, appears) in [(expected.appears, true), (expected.hides, false)] {
      for share in shares {
        let decision = rule.decision(for: share.items)
        #expect(decision.appears == appears, "\(share.testDescription): \(decision)")
        #expect(decision.explanation.holds == appears)
        #expect(decision.isComplete)
      }
    }
  }

  static func appears(_ text: String, _ share: SampleShare) throws -> Bool {
    try ActivationRule(predicate: text).decision(for: share.items).appears
  }

  /// A rule that counts the attachments for which `condition` holds.
  static func counting(_ condition: String, _ comparison: String = "> 0") -> String {
    "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, \(condition)).@count \(comparison)).@count > 0"
  }

  @Test(
    arguments: [
      ("ANY", "public.heic", true), ("ANY", "public.png", false), ("ALL", "public.image", true),
      ("ALL", "public.heic", false), ("NONE", "public.png", true), ("NONE", "public.heic", false),
      ("SOME", "public.heic", true),
    ])
  func `a quantifier asks for any, all or none of the types`(
    quantifier: String, type: String, appears: Bool
  ) throws {
    let rule = Self.counting("\(quantifier) $a.registeredTypeIdentifiers UTI-CONFORMS-TO '\(type)'")
    #expect(try Self.appears(rule, .photo) == appears)
  }

  @Test func `ALL and NONE hold of an attachment without types, ANY does not`() throws {
    let share = SampleShare("an attachment without types", [[]])
    for (quantifier, appears) in [("ALL", true), ("NONE", true), ("ANY", false)] {
      let rule = Self.counting("\(quantifier) $a.registeredTypeIdentifiers UTI-CONFORMS-TO 'x.y'")
      #expect(try Self.appears(rule, share) == appears)
    }
  }

  @Test func `UTI-EQUALS wants the type itself, in any case of its letters`() throws {
    let any = "ANY $a.registeredTypeIdentifiers UTI-EQUALS"
    #expect(try Self.appears(Self.counting("\(any) 'PUBLIC.JPEG'"), .photo))
    #expect(try !Self.appears(Self.counting("\(any) 'public.image'"), .photo))
  }

  @Test(
    arguments: [
      ("== 2", [2]), ("!= 2", [0, 1, 3]), ("< 2", [0, 1]), ("<= 2", [0, 1, 2]), ("> 2", [3]),
      (">= 2", [2, 3]),
    ])
  func `each comparison counts as it says`(comparison: String, counts: [Int]) throws {
    let rule = Self.counting(
      "ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO 'public.image'", comparison)
    for count in 0...3 {
      #expect(try Self.appears(rule, .photos(count)) == counts.contains(count))
    }
    let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
    let parts = comparison.split(separator: " ").map(String.init)
    let other =
      "SUBQUERY(extensionItems, $i, \(parts[1]) \(mirrored[parts[0]] ?? parts[0]) $i.attachments.@count).@count > 0"
    for count in 0...3 {
      #expect(try Self.appears(other, .photos(count)) == counts.contains(count))
    }
  }

  @Test func `an inner variable hides an outer one of the same name`() throws {
    let rule =
      "SUBQUERY(extensionItems, $x, SUBQUERY($x.attachments, $x, ANY $x.registeredTypeIdentifiers UTI-CONFORMS-TO 'public.image').@count == $x.attachments.@count).@count > 0"
    #expect(try Self.appears(rule, .twoPhotos))
    #expect(try !Self.appears(rule, .photoAndPDF))
  }

  @Test func `the types of the app itself count where the registry knows them`() throws {
    let rule = try ActivationRule(
      predicate: Self.counting("ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO 'public.image'"))
    let items = [SharedItem(attachments: [["org.example.sketch"]])]
    let registry = TypeRegistry.standard.adding([
      UniformType("org.example.sketch", conformsTo: [.image])
    ])
    #expect(!rule.decision(for: items, in: .standard).appears)
    #expect(rule.decision(for: items, in: registry).appears)
    #expect(!rule.appears(for: items, in: .standard))
    #expect(rule.appears(for: items, in: registry))
  }

  @Test func `a rule that goes through the same attachments again and again ends`() throws {
    var rule = "extensionItems.@count > 9"
    for level in 0..<40 { rule = "SUBQUERY(extensionItems, $v\(level), \(rule)).@count > 3" }
    let items = Array(repeating: SharedItem(attachments: []), count: 8)
    let decision = try ActivationRule(predicate: rule).decision(for: items)
    #expect(!decision.appears)
    #expect(!decision.isComplete)
    #expect(decision.explanation.sentence.contains("more than 2000000 steps"))
  }
}
