import ShareContract
import Testing

/// Texts that are no activation rule.
struct PredicateErrorTests {
  static func error(_ text: String) -> DocumentError? {
    do throws(DocumentError) {
      _ = try ActivationRule(predicate: text)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      ("", 0, "expected a predicate"), (" \n ", 3, "expected a predicate"),
      ("extensionItems", 14, "expected '.@count' and a comparison"),
      ("extensionItems.@count", 21, "expected a comparison, such as > 0, found the end"),
      (
        "extensionItems.@count > ", 24,
        "expected SUBQUERY, ANY, extensionItems, a variable, a number or '(', found the end"
      ),
      ("extensionItems.@count 2", 22, "expected a comparison, such as > 0, found the number 2"),
      ("extensionItems > 2", 14, "expected '.@count' behind a collection"),
      ("TRUEPREDICATE TRUEPREDICATE", 14, "expected AND, OR or the end, found 'TRUEPREDICATE'"),
      ("(TRUEPREDICATE", 14, "expected AND, OR or ')', found the end"),
      ("TRUEPREDICATE)", 13, "expected AND, OR or the end, found ')'"),
      ("TRUEPREDICATE AND", 17, "expected SUBQUERY"), ("NOT", 3, "expected SUBQUERY"),
      ("$a.attachments.@count > 0", 0, "no SUBQUERY around names a variable"),
      (
        "SUBQUERY(extensionItems, $i, $j.attachments.@count > 0).@count > 0", 29,
        "'$j' is no variable here; the SUBQUERYs around name $i"
      ),
      (
        "SUBQUERY(extensionItems, $i, $i.registeredTypeIdentifiers.@count > 0).@count > 0", 32,
        "a rule looks at 'attachments' only"
      ),
      ("SUBQUERY(extensionItems, $i, $i > 0).@count > 0", 31, "expected .attachments behind '$i'"),
      (
        "SUBQUERY(extensionItems, $i, TRUEPREDICATE) > 0", 43,
        "expected '.@count' behind a collection"
      ),
      ("SUBQUERY(extensionItems, $i, TRUEPREDICATE)", 43, "expected '.@count' and a comparison"),
      (
        "SUBQUERY(extensionItems, i, TRUEPREDICATE).@count > 0", 25,
        "expected a variable as the second part"
      ),
      ("SUBQUERY(2, $i, TRUEPREDICATE).@count > 0", 9, "expected a collection as the first part"),
      ("SUBQUERY extensionItems", 9, "expected '(' behind SUBQUERY"),
      ("extensionItms.@count > 0", 0, "('extensionItems' may be meant)"),
      ("SUBQERY(extensionItems, $i, TRUEPREDICATE).@count > 0", 0, "('SUBQUERY' may be meant)"),
      ("\"public.image\"", 0, "expected a predicate and not a text"),
      ("extensionItems.@count > 1 > 0", 26, "expected AND, OR or the end, found '>'"),
      ("extensionItems.@count > \"1\"", 24, "comparing texts is unsupported"),
      ("extensionItems.@count > 'a", 24, "has no closing '"),
      ("extensionItems.@count > 99999999999999999999", 24, "the number is too large"),
      ("extensionItems.@count > 1;", 25, "a stray mark ';'"),
      ("extensionItems.@count \u{0} 1", 22, "a control character"),
      ("$ > 1", 1, "the name of a variable"), ("extensionItems.@ > 1", 16, "expected 'count'"),
      (
        "SUBQUERY(extensionItems, $i, ANY $i.attachments UTI-CONFORMS-TO 'x').@count > 0", 33,
        "expected the types of an attachment behind ANY"
      ),
    ])
  func `a malformed text is refused with the byte and what was expected there`(
    text: String, byte: Int, message: String
  ) throws {
    let error = try #require(Self.error(text))
    #expect(error.message.hasPrefix("byte \(byte): "), "\(error)")
    #expect(error.message.contains(message), "\(error)")
    #expect(!error.message.contains("unsupported in activation rules") || message.contains("only"))
  }

  @Test(
    arguments: [
      "SUBQUERY(extensionItems, $i, ANY $i.attachments.registeredTypeIdentifiers LIKE 'x').@count > 0",
      "extensionItems.@count BETWEEN {1, 2}", "extensionItems.@count IN {1}",
      "extensionItems.@count > %d",
      "%K == 1", "extensionItems.@count > 1.5", "extensionItems.@count > 1e3",
      "extensionItems.@count > 0x10",
      "extensionItems.@count + 1 > 2", "extensionItems.@sum > 0",
      "extensionItems[0].attachments.@count > 1",
      "extensionItems.attachments.@count > 0", "FUNCTION(extensionItems, 'count') > 0",
      "count(extensionItems) > 0",
      "SELF.extensionItems.@count > 0", "TRUE", "extensionItems.@count == NIL",
      "SUBQUERY(extensionItems, $i, $i.userInfo.@count > 0).@count > 0",
      "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO {'a','b'}).@count > 0).@count > 0",
      "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers == 'a').@count > 0).@count > 0",
      "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO 'a\\x').@count > 0).@count > 0",
    ])
  func `what only other predicates have is called unsupported`(text: String) throws {
    let error = try #require(Self.error(text))
    #expect(error.message.contains("unsupported"), "\(error)")
  }

  @Test func `the place is given as line and column in characters`() throws {
    let error = try #require(Self.error("TRUEPREDICATE\nAND /* */"))
    #expect(error.place == .line(2, column: 5))
    let other = try #require(Self.error("  'é😀' \r\n\tOR"))
    #expect(other.place == .line(1, column: 3))
    #expect(try #require(Self.error("TRUEPREDICATE AND\r\n  'é😀' )")).place == .line(2, column: 3))
  }

  @Test func `nesting is read up to a fixed depth, in every way to nest`() throws {
    let depth = ActivationRule.maximumDepth
    for (open, close) in [("(", ")"), ("NOT ", ""), ("!", "")] {
      let most =
        String(repeating: open, count: depth) + "TRUEPREDICATE"
        + String(repeating: close, count: depth)
      #expect(Self.error(most) == nil)
      let error = try #require(Self.error(open + most + close))
      #expect(error.message.contains("nested deeper than \(depth) levels"))
    }
    var text = "extensionItems"
    for level in 0..<depth + 1 { text = "SUBQUERY(\(text), $v\(level), TRUEPREDICATE)" }
    #expect(try #require(Self.error(text + ".@count > 0")).message.contains("nested deeper"))
    let open = String(repeating: "(", count: 60_000)
    #expect(try #require(Self.error(open)).message.contains("nested deeper"))
  }

  @Test func `a text is read up to a fixed length`() throws {
    let filler = String(repeating: " ", count: ActivationRule.maximumLength - 13)
    #expect(Self.error(filler + "TRUEPREDICATE") == nil)
    let error = try #require(Self.error(filler + " TRUEPREDICATE"))
    #expect(error.message.contains("has 65537 bytes, more than the limit of 65536"))
  }

  @Test func `a chain of thousands of parts is no nesting`() throws {
    let text = Array(repeating: "TRUEPREDICATE", count: 3_600).joined(separator: " OR ")
    let rule = try ActivationRule(predicate: text)
    #expect(try ActivationRule(predicate: rule.description) == rule)
  }
}
