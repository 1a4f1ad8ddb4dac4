import ShareContract
import Testing

/// Rules held against contracts.
struct ContractRuleCheckTests {
  static func row(
    _ id: String, _ share: SampleShare, _ results: ExpectedResult..., appears: Bool? = nil
  ) -> ContractRow {
    ContractRow(
      id: id, source: "Source", content: "content", items: share.items,
      expectations: results.map { Expectation($0) }, appears: appears)
  }

  static func contract(_ rows: ContractRow...) -> InputContract {
    InputContract(name: "Share", rule: SelectionRule([AcceptedType(.image)]), rows: rows)
  }

  static let rule = ActivationRule.dictionary(ActivationDictionary(maximums: [.image: 2]))

  @Test func `a rule that shows what is supported and hides what is refused is green`() {
    let check = ContractRuleCheck(
      Self.rule,
      against: Self.contract(
        Self.row("photo", .photo, .stored), Self.row("page", .page, .refused(.noAcceptedType)),
        // The contract can say otherwise: the extension says why it takes no third photo.
        Self.row("three", .photos(3), .stored, .stored, .refused(.overCountLimit), appears: false)))
    #expect(check.isGreen)
    #expect(check.rows.map(\.id) == ["photo", "page", "three"])
    #expect(check.rows.map(\.expected) == [true, false, false])
    #expect(check.rows.map(\.decision.appears) == [true, false, false])
  }

  @Test func `a row for which the rule decides otherwise is red, and so is the whole`() throws {
    let check = ContractRuleCheck(
      Self.rule,
      against: Self.contract(
        Self.row("photo", .photo, .stored),
        Self.row("photos", .photos(3), .stored, .stored, .stored),
        Self.row("image", .heicPhoto, .refused(.typeRefused))))
    #expect(!check.isGreen)
    #expect(check.rows.map(\.isGreen) == [true, false, false])
    #expect(check.rows[1].decision.description.contains("3 images; at most 2 are supported"))
  }

  @Test func `a contract without rows keeps nothing green`() {
    #expect(!ContractRuleCheck(Self.rule, against: Self.contract()).isGreen)
  }

  @Test func `a rule that is not evaluated to its end is red even where nothing should appear`()
    throws
  {
    var text = "extensionItems.@count > 9"
    for level in 0..<40 { text = "SUBQUERY(extensionItems, $v\(level), \(text)).@count > 3" }
    let items = Array(repeating: SharedItem(attachments: []), count: 8)
    let row = ContractRow(
      id: "many", source: "Source", content: "items", items: items, expectations: [])
    #expect(!row.appears)
    let check = ContractRuleCheck(try ActivationRule(predicate: text), against: Self.contract(row))
    #expect(!check.isGreen)
  }

  @Test func `the types of the app count`() {
    let share = SampleShare("a sketch", [["org.example.sketch"]])
    let contract = Self.contract(Self.row("sketch", share, .stored))
    #expect(!ContractRuleCheck(Self.rule, against: contract).isGreen)
    let registry = TypeRegistry.standard.adding([
      UniformType("org.example.sketch", conformsTo: [.image])
    ])
    #expect(ContractRuleCheck(Self.rule, against: contract, in: registry).isGreen)
  }
}
