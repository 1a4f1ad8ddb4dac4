import ShareContract
import Testing

/// What is said of a decision.
struct ExplanationTests {
  static func explain(_ text: String, _ share: SampleShare) throws -> String {
    try ActivationRule(predicate: text).decision(for: share.items).description
  }

  static let allImages = """
    SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a,
      ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image"
      || ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.movie"
    ).@count == $i.attachments.@count).@count == 1
    """

  @Test func `the counts and types that decided are named`() throws {
    #expect(
      try Self.explain(Self.allImages, .photoAndPDF) == """
        The extension does not appear.
          0 of 1 extension item meets the condition; == 1 is wanted
            item 1 does not count: 1 of 2 attachments conforms to public.image or public.movie; == 2, the number of attachments, is wanted
              attachment 1 declares public.jpeg, which conforms to public.image
              attachment 2 declares com.adobe.pdf and public.file-url, of which none conforms to public.image or public.movie
        """)
  }

  @Test func `of AND and OR only the parts that decided are named`() throws {
    let rule = "extensionItems.@count == 1 AND extensionItems.@count > 5 AND TRUEPREDICATE"
    #expect(
      try Self.explain(rule, .photo) == """
        The extension does not appear.
          one part of AND fails
            there is 1 extension item; > 5 is wanted
        """)
    #expect(
      try Self.explain("FALSEPREDICATE OR 2 > extensionItems.@count", .photo) == """
        The extension appears.
          one part of OR holds
            there is 1 extension item; < 2 is wanted
        """)
    #expect(
      try Self.explain("NOT (extensionItems.@count != 2 OR FALSEPREDICATE)", .photo) == """
        The extension does not appear.
          NOT fails, since what it denies holds
            one part of OR holds
              there is 1 extension item; != 2 is wanted
        """)
  }

  @Test func `of many attachments the first eight are shown`() throws {
    let text = try Self.explain(Self.allImages, .photos(20))
    #expect(text.contains("attachment 8 declares"))
    #expect(!text.contains("attachment 9 declares"))
    #expect(text.contains("and 12 more"))
  }

  @Test(arguments: PublicRules.predicates)
  func `every explanation agrees with its decision, part by part`(
    rule: PublicRules.Predicate
  ) throws {
    let read = try ActivationRule(predicate: rule.text)
    for share in SampleShare.all {
      let decision = read.decision(for: share.items)
      #expect(decision.explanation.holds == decision.appears)
      #expect(decision.explanation.lines().count < 250)
    }
  }

  @Test func `a part says where it stands`() throws {
    let decision = try ActivationRule(predicate: "TRUEPREDICATE AND FALSEPREDICATE")
      .decision(for: [])
    #expect(decision.explanation.parts.first?.span?.start == 18)
  }
}
