import ShareContract
import Testing

/// Reading and printing predicates.
struct PredicateSyntaxTests {
  static let anImage = #"ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image""#

  static func parse(_ text: String) throws(DocumentError) -> ActivationPredicate {
    guard case .predicate(let predicate) = try ActivationRule(predicate: text) else {
      return .constant(false)
    }
    return predicate
  }

  /// A predicate about attachments, within the `SUBQUERY`s that name `$i` and `$a`.
  static func inner(_ text: String) throws(DocumentError) -> ActivationPredicate? {
    let whole = try parse(
      "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, \(text)).@count > 0).@count > 0")
    guard case .comparison(let outer) = whole, case .count(.subquery(let items)) = outer.left,
      case .comparison(let middle) = items.predicate,
      case .count(.subquery(let attachments)) = middle.left
    else { return nil }
    return attachments.predicate
  }

  static func test(
    _ type: TypeIdentifier, _ quantifier: TypeTest.Quantifier = .any,
    _ relation: TypeTest.Relation = .conforms
  ) -> ActivationPredicate {
    .typeTest(
      TypeTest(.members(quantifier, of: .registeredTypeIdentifiers(of: "a")), relation, type))
  }

  @Test(arguments: PublicRules.predicates)
  func `a rule of a public app is read, and reads the same when it is printed`(
    rule: PublicRules.Predicate
  ) throws {
    let read = try ActivationRule(predicate: rule.text)
    let printed = read.description
    #expect(try ActivationRule(predicate: printed) == read)
    #expect(try ActivationRule(predicate: printed).description == printed)
  }

  @Test func `a whole rule becomes the tree that it says`() throws {
    let text = """
      SUBQUERY(extensionItems, $i,
        SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image").@count
          == $i.attachments.@count
      ).@count >= 1
      """
    let images = Subquery(of: .attachments(of: "i"), as: "a", where: Self.test("public.image"))
    let all = CountComparison(.count(.subquery(images)), .equal, .count(.attachments(of: "i")))
    let items = Subquery(of: .extensionItems, as: "i", where: .comparison(all))
    #expect(
      try Self.parse(text)
        == .comparison(CountComparison(.count(.subquery(items)), .greaterOrEqual, .number(1))))
  }

  @Test(
    arguments: [
      ("==", .equal), ("=", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<", .less),
      ("<=", .lessOrEqual),
      ("=<", .lessOrEqual), (">", .greater), (">=", .greaterOrEqual), ("=>", .greaterOrEqual),
    ] as [(String, CountRelation)])
  func `every spelling of a comparison is known, on either side`(
    text: String, relation: CountRelation
  ) throws {
    #expect(
      try Self.parse("extensionItems.@count \(text) 2")
        == .comparison(CountComparison(.count(.extensionItems), relation, .number(2))))
    #expect(
      try Self.parse("2\(text)extensionItems.@count")
        == .comparison(CountComparison(.number(2), relation, .count(.extensionItems))))
  }

  @Test func `NOT binds closer than AND, and AND closer than OR`() throws {
    let (a, b, c) = ("TRUEPREDICATE", "FALSEPREDICATE", "extensionItems.@count > 0")
    let (ta, tb, tc) = (try Self.parse(a), try Self.parse(b), try Self.parse(c))
    #expect(
      try Self.parse("NOT \(a) AND \(b) OR \(c)")
        == .disjunction([.conjunction([.negation(ta), tb]), tc]))
    #expect(try Self.parse("\(a) || \(b) && \(c)") == .disjunction([ta, .conjunction([tb, tc])]))
    #expect(
      try Self.parse("(\(a) or \(b)) And \(c)") == .conjunction([.disjunction([ta, tb]), tc]))
    #expect(try Self.parse("!(\(a) || \(b))") == .negation(.disjunction([ta, tb])))
    #expect(try Self.parse("! \(c)") == .negation(tc))
    #expect(try Self.parse("((\(c)))") == tc)
  }

  @Test func `keywords are known in any case, and white space is free`() throws {
    let expected = try Self.parse(
      #"SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "x").@count > 0).@count > 0"#
    )
    let text =
      "subquery\t(extensionItems,$i,\r\n\u{B}Subquery($i . attachments,$a,any $a.registeredTypeIdentifiers uti-conforms-to'x'). @count>0).@count>0"
    #expect(try Self.parse(text) == expected)
  }

  @Test(
    arguments: [
      ("ANY", .any), ("SOME", .any), ("some", .any), ("ALL", .all), ("NONE", .none),
    ] as [(String, TypeTest.Quantifier)])
  func `every quantifier is known`(text: String, quantifier: TypeTest.Quantifier) throws {
    #expect(
      try Self.inner("\(text) $a.registeredTypeIdentifiers UTI-EQUALS 'public.png'")
        == Self.test("public.png", quantifier, .equals))
  }

  @Test(
    arguments: [
      (#""a.b""#, "a.b"), ("'a.b'", "a.b"), (#""a'b""#, "a'b"), (#"'a"b'"#, "a\"b"),
      (#""a\"b\\c""#, "a\"b\\c"),
      (#"'\u0041\n\t\r\''"#, "A\n\t\r'"), ("\"é😀\"", "é😀"), (#""""#, ""),
    ])
  func `texts are read with either quotation mark and their escapes`(text: String, value: String)
    throws
  {
    let read = try Self.inner("ANY $a.registeredTypeIdentifiers UTI-EQUALS \(text)")
    guard case .typeTest(let test) = read else {
      Issue.record("no type test")
      return
    }
    #expect(test.type.rawValue == value)
    let printed = try #require(read).description
    #expect(try Self.inner(printed)?.description == printed)
  }

  @Test func `types can be gone through by a SUBQUERY of their own`() throws {
    let text =
      #"SUBQUERY($a.registeredTypeIdentifiers, $t, $t UTI-CONFORMS-TO "public.image").@count > 0"#
    let types = Subquery(
      of: .registeredTypeIdentifiers(of: "a"), as: "t",
      where: .typeTest(TypeTest(.variable("t"), .conforms, "public.image")))
    #expect(
      try Self.inner(text)
        == .comparison(CountComparison(.count(.subquery(types)), .greater, .number(0))))
  }

  @Test func `the result of a SUBQUERY can be gone through again, in parentheses or not`() throws {
    let inner = "SUBQUERY(extensionItems, $i, $i.attachments.@count > 0)"
    let read = try Self.parse("SUBQUERY(\(inner), $j, $j.attachments.@count < 9).@count > -1")
    #expect(
      try Self.parse("(SUBQUERY((\(inner)), $j, $j.attachments.@count < (9))).@count > -1") == read)
    #expect(try Self.parse(read.description) == read)
  }

  @Test func `spans name the bytes of each part`() throws {
    let text =
      #"SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "é.x").@count > 0).@count > 0"#
    let bytes = Array(text.utf8)
    func part(_ span: SourceSpan) -> String {
      String(decoding: bytes[span.start..<span.end], as: UTF8.self)
    }
    guard case .comparison(let outer) = try Self.parse(text),
      case .count(.subquery(let items)) = outer.left,
      case .comparison(let middle) = items.predicate,
      case .count(.subquery(let attachments)) = middle.left,
      case .typeTest(let test) = attachments.predicate
    else {
      Issue.record("another tree")
      return
    }
    #expect(part(outer.span) == text)
    #expect(part(test.span) == #"ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "é.x""#)
    #expect(part(test.typeSpan) == #""é.x""#)
    #expect(part(middle.span).hasSuffix(").@count > 0"))
  }
}
