import IntakeTesting
import SharedMaterial
import Testing
import UniformTypes

@Suite struct DynamicTypeTests {
  static let pairs = SharedMaterial.table("facts/dynamic-types.tsv")

  @Test(.enabled(if: !pairs.isEmpty, "the table of facts is missing"))
  func `every known pair is read and made`() throws {
    #expect(Self.pairs.count == 62)
    for pair in Self.pairs {
      let identifier = TypeIdentifier(pair[1])
      let dynamic = try #require(DynamicType(decoding: identifier), "\(pair)")
      #expect(dynamic.tags == [.filenameExtension(pair[0])], "\(pair)")
      #expect(dynamic.identifier.rawValue == pair[1], "\(pair)")
      // One of them, "rs", was declared by somebody since.
      let type = TypeRegistry.standard.type(filenameExtension: pair[0])
      if type.isDynamic, !dynamic.conformsTo.isEmpty {
        #expect(type.rawValue == pair[1])
      }
    }
  }

  @Test(
    arguments: [
      ("dyn.ah62d4rv4ge80g3xh", [.data], [.filenameExtension("cfg")]),
      ("DYN.AH62D4RV4GE80G3XH", [.data], [.filenameExtension("cfg")]),
      ("dyn.age81g3dyrfwa", [], [.filenameExtension("sdtid")]),
      ("dyn.age8u", [], [.filenameExtension("")]),
    ] as [(TypeIdentifier, [TypeIdentifier], [TypeTag])])
  func `an identifier tells its tags and what it conforms to`(
    identifier: TypeIdentifier, conformsTo: [TypeIdentifier], tags: [TypeTag]
  ) {
    #expect(DynamicType(decoding: identifier) == DynamicType(conformsTo: conformsTo, tags: tags))
  }

  @Test func `all kinds of tags and parents survive`() {
    let dynamic = DynamicType(
      conformsTo: ["public.directory", "org.example.a", "public.image", "a", "F"],
      tags: [
        TypeTag(.osType, "TEXT"), TypeTag(.pasteboardType, "NSFilenamesPboardType"),
        .mimeType("text/x;a=b"), TypeTag(.urlScheme, "mailto"), TypeTag(TagClass("7"), "7"),
        TypeTag(TagClass("org.example:class"), ""),
      ])
    #expect(DynamicType(decoding: dynamic.identifier) == dynamic)
  }

  @Test func `random tags survive, whatever characters they hold`() {
    var random = SeededGenerator(seed: 7)
    let characters = Array("abZ9:=,\\?.-_/ é漢\u{202E}\0\n👩‍👩‍👧")
    let classes: [TagClass] = [
      .filenameExtension, .mimeType, .osType, .pasteboardType, TagClass("x\\:=,?"),
    ]
    for _ in 0..<3_000 {
      let tags = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let value = (0..<Int.random(in: 0...12, using: &random)).map { _ in
          characters.randomElement(using: &random) ?? "a"
        }
        return TypeTag(classes.randomElement(using: &random) ?? .osType, String(value))
      }
      let parents: [TypeIdentifier] = [.data, "org.example.b", "public.video", "C"]
      let dynamic = DynamicType(
        conformsTo: Array(
          parents.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))),
        tags: tags)
      #expect(DynamicType(decoding: dynamic.identifier) == dynamic)
    }
  }

  @Test(arguments: [
    "dyn.a", "dyn.b", "dyn.", "dyn.age8", "dyn.age8ui", "dyn.age8v", "dyn.alllll",
    "dyn.a!", "dyn.a\0", "public.jpeg", "", "dyn.aé", "dyn.a9999999999999999",
    "dyn.a" + String(repeating: "g", count: 1020),
    "dyn.a" + String(repeating: "a", count: 1_000_000),
  ])
  func `a malformed identifier stands for nothing`(text: String) {
    #expect(DynamicType(decoding: TypeIdentifier(text)) == nil)
  }

  @Test func `damaged identifiers are read or refused, and never crash`() {
    var random = SeededGenerator(seed: 11)
    let whole = DynamicType(
      conformsTo: [.data, "org.example.b"], tags: [.filenameExtension("a:b"), .mimeType("x/y")]
    ).identifier
    var refused = 0
    for _ in 0..<5_000 {
      let text = String(decoding: random.mutate(Array(whole.rawValue.utf8)), as: UTF8.self)
      guard let dynamic = DynamicType(decoding: TypeIdentifier(text)) else {
        refused += 1
        continue
      }
      #expect(DynamicType(decoding: dynamic.identifier) == dynamic)
    }
    #expect(refused > 1_000 && refused < 5_000)
  }

  @Test func `an identifier stands for the type that has its tag and conforms as it claims`() {
    let registry = TypeRegistry.standard
    func resolve(_ parents: [TypeIdentifier], _ tags: TypeTag...) -> TypeIdentifier {
      registry.resolve(DynamicType(conformsTo: parents, tags: tags).identifier)
    }
    #expect(resolve([.data], .filenameExtension("JPG")) == .jpeg)
    #expect(resolve([], .filenameExtension("jpg")) == .jpeg)
    #expect(resolve([], .mimeType("image/png; a=b")) == .png)
    #expect(resolve([.data], .filenameExtension("none"), .mimeType("image/png")) == .png)
    #expect(resolve([.text], .filenameExtension("jpg")).isDynamic)
    #expect(resolve([.package], .filenameExtension("pages")) == "com.apple.iwork.pages.pages")
    #expect(resolve([.data], .filenameExtension("pages")) == "com.apple.iwork.pages.sffpages")
    #expect(registry.resolve("dyn.age8u") == .folder)
    #expect(registry.resolve("dyn.ah62d4rv4ge80g3xh").isDynamic)
    #expect(registry.resolve("PUBLIC.JPEG").rawValue == "public.jpeg")
  }

  @Test func `conformance looks through dynamic identifiers on both sides`() {
    let registry = TypeRegistry.standard
    let jpeg = DynamicType(conformsTo: [.data], tags: [.filenameExtension("jpg")]).identifier
    #expect(registry.conforms(jpeg, to: .image))
    #expect(registry.conforms(.jpeg, to: jpeg))
    #expect(registry.conforms("dyn.age8u", to: .directory))
    #expect(!registry.conforms("dyn.age8u", to: .data))
    #expect(!registry.conforms("dyn.age81g3dyrfwa", to: .data))
    #expect(registry.ancestors(of: "dyn.ah62d4rv4ge80g3xh") == [.data, .item])
    #expect(registry.type(jpeg)?.identifier == .jpeg)
    #expect(registry.type("dyn.ah62d4rv4ge80g3xh")?.filenameExtensions == ["cfg"])
  }
}
