import Foundation
import IntakeTesting
import JSONSyntax
import Testing

/// What is read and what is refused, beside Foundation's two readers.
struct JSONDifferentialTests {
  private static let good = [
    "null", "true", "[]", "{}", "0", "-0", "12", "-3.25", "1e3", "1E-2", "2.5e+1", "\"\"",
    #""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, #" [ 1 , "x" , [ ] , { } ] "#,
    #"{"a":{"b":[{"c":null},false]},"d":-1.5,"":"empty name"}"#, "\"é漢😀\u{2028}\"",
    "[\n\t1\r\n]", "123456789012345678901234567890", "[[[[[[[[1]]]]]]]]",
    #"{"version":1,"kind":"share","items":[["public.jpeg","public.heic"]],"size":9007199254740993}"#,
  ]

  private static let bad = [
    "", " ", "nul", "tru", "[", "]", "{", "}", "[1", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}",
    "{a:1}", "{'a':1}", "'a'", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "--1",
    "NaN", "Infinity", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "\"\t\"",
    "// a\n1", "/* a */1", "1 1", "[1]]", "\"\\ud800\"", "\"\\udc00\\ud800\"", "[\u{A0}1]",
  ]

  @Test(arguments: good)
  func `what Foundation reads is read the same`(_ text: String) throws {
    let ours = JSONTree(try JSONReader(.strict).read(Array(text.utf8)))
    #expect(ours == FoundationTree.read(Array(text.utf8)))
    #expect(Self.isAcceptedBySerialization(Array(text.utf8)))
  }

  @Test(arguments: bad)
  func `what Foundation's decoder refuses is refused`(_ text: String) {
    #expect(FoundationTree.read(Array(text.utf8)) == nil)
    #expect(throws: JSONError.self) { try JSONReader(.strict).read(Array(text.utf8)) }
  }

  /// Where they differ, it is for one of these reasons: Foundation takes one of two members with one name,
  /// and a comma after the last element; it guesses UTF-16 and UTF-32 from NULs; and it refuses `0e3` and
  /// numbers that are nearer to zero than a double comes.
  @Test(arguments: 0..<40)
  func `a text with a few bytes changed is read by both or by none`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      let text = Self.good.randomElement(using: &random) ?? ""
      let bytes = random.mutate(json: Array(text.utf8))
      let theirs = FoundationTree.read(bytes)
      do throws(JSONError) {
        let ours = JSONTree(try JSONReader(.strict).read(bytes))
        let text = String(decoding: bytes, as: UTF8.self)
        let isKnownDifference = text.contains { "eE".contains($0) } && theirs == nil
        #expect(ours == theirs || isKnownDifference, "\(text)")
      } catch {
        let isKnownDifference =
          ["stands twice", "a comma stands before"].contains { error.message.contains($0) }
          || bytes.contains(0)
        #expect(
          theirs == nil || isKnownDifference,
          "\(error): \(String(decoding: bytes, as: UTF8.self)) \(bytes)")
      }
    }
  }

  @Test(arguments: [
    ("[1,]", true), ("{\"a\":1,}", true), ("{\"a\":1,\"a\":2}", true), ("0e3", false),
  ])
  func `the differences are these`(_ text: String, _ isReadByFoundation: Bool) {
    let ours = try? JSONReader(.strict).read(Array(text.utf8))
    #expect((FoundationTree.read(Array(text.utf8)) != nil) == isReadByFoundation)
    #expect((ours == nil) == isReadByFoundation)
  }

  /// The dialect of people reads all that the strict one reads, and gives the same.
  @Test(arguments: 0..<10)
  func `the dialect with comments reads all of JSON`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      let text = Self.good.randomElement(using: &random) ?? ""
      let bytes = random.mutate(json: Array(text.utf8))
      guard let strict = try? JSONReader(.strict).read(bytes) else { continue }
      #expect((try? JSONReader(.commented).read(bytes)) == strict)
    }
  }

  private static func isAcceptedBySerialization(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }
}
