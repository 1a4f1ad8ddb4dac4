import Foundation
import Testing
import UniformTypes

@Suite struct TypeIdentifierTests {
  @Test(arguments: [
    ("public.JPEG", "public.jpeg"),
    ("com.apple.iwork.pages.SFFPages", "com.apple.iWork.Pages.sffpages"),
    ("ORG.Example.Note", "org.example.note"), ("DYN.AGE8U", "dyn.age8u"),
  ])
  func `identifiers that differ in case are equal and print as given`(one: String, other: String) {
    let left = TypeIdentifier(one)
    let right = TypeIdentifier(other)
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left.canonical == right.canonical)
    #expect(left.description == one && right.description == other)
    #expect(!(left < right) && !(right < left))
  }

  @Test func `letters outside ASCII keep their case`() {
    #expect(TypeIdentifier("org.example.É") != TypeIdentifier("org.example.é"))
  }

  @Test func `known and unknown identifiers sort by their canonical text`() {
    let names: [TypeIdentifier] = ["public.PNG", "org.x", "public.jpeg", "Dyn.a", "public.pn"]
    #expect(
      names.sorted().map(\.rawValue) == [
        "Dyn.a", "org.x", "public.jpeg", "public.pn", "public.PNG",
      ])
  }

  @Test(arguments: [
    ("public.jpeg", true), ("com.example.a-b_c.9", true), ("com.例.type", true), ("", false),
    ("public jpeg", false), ("a/b", false), ("a:b", false), ("a\0b", false), ("\u{7F}", false),
    (String(repeating: "a", count: 1024), true), (String(repeating: "a", count: 1025), false),
  ])
  func `well-formed identifiers are told from others`(text: String, isWellFormed: Bool) {
    #expect(TypeIdentifier(text).isWellFormed == isWellFormed)
  }

  @Test(arguments: [("dyn.age8u", true), ("Dyn.a", true), ("dyn", false), ("dynamic.a", false)])
  func `dynamic identifiers are told by their beginning`(text: String, isDynamic: Bool) {
    #expect(TypeIdentifier(text).isDynamic == isDynamic)
  }

  @Test func `an identifier is one string when coded`() throws {
    let coded = try JSONEncoder().encode(["public.JPEG" as TypeIdentifier])
    #expect(String(decoding: coded, as: UTF8.self) == #"["public.JPEG"]"#)
    #expect(try JSONDecoder().decode([TypeIdentifier].self, from: coded) == [.jpeg])
  }
}
