import Testing
import UniformTypes

@Suite struct ConformanceTests {
  let registry = TypeRegistry.standard

  @Test(
    arguments: [
      ("com.apple.m4v-video", "public.audiovisual-content"), ("public.heic", "public.image"),
      ("com.apple.xml-property-list", "public.xml"), ("public.svg-image", "public.text"),
      ("com.apple.xml-property-list", "com.apple.property-list"),
      ("public.file-url", "public.data"),
      ("com.apple.live-photo-bundle", "public.directory"), ("public.vcard", "public.text"),
    ] as [(TypeIdentifier, TypeIdentifier)])
  func `a type conforms to what lies several steps above, by each of its parents`(
    type: TypeIdentifier, ancestor: TypeIdentifier
  ) {
    #expect(registry.conforms(type, to: ancestor))
    #expect(!registry.conforms(ancestor, to: type))
  }

  @Test(
    arguments: [
      ("com.apple.quicktime-movie", "public.video"), ("public.folder", "public.data"),
      ("com.apple.live-photo", "public.data"), ("public.jpeg", "public.png"),
      ("com.apple.package", "public.data"), ("com.apple.pkpass", "public.data"),
    ] as [(TypeIdentifier, TypeIdentifier)])
  func `a type does not conform to what only seems to be above it`(
    type: TypeIdentifier, other: TypeIdentifier
  ) {
    #expect(!registry.conforms(type, to: other))
  }

  @Test func `ancestors come nearest first and without the type itself`() {
    #expect(
      registry.ancestors(of: "public.heic") == [
        "public.heif-standard", "public.image", "public.data", "public.content", "public.item",
      ])
    #expect(registry.ancestors(of: "public.item").isEmpty)
  }

  @Test func `a type without parents conforms only to itself`() throws {
    let known = try #require(registry.type("com.rarlab.rar-archive"))
    #expect(known.parents.isEmpty)
    #expect(registry.conforms("com.rarlab.rar-archive", to: "com.rarlab.rar-archive"))
    #expect(!registry.conforms("com.rarlab.rar-archive", to: "public.data"))
  }

  @Test(arguments: [
    "org.example.unknown", "", "public.", "dyn.", "dyn.a", "\0", "com.apple.\u{202E}",
  ])
  func `an unknown type conforms only to itself`(text: String) {
    let identifier = TypeIdentifier(text)
    #expect(registry.type(identifier) == nil)
    #expect(!registry.knows(identifier))
    #expect(registry.conforms(identifier, to: identifier))
    #expect(!registry.conforms(identifier, to: "public.item"))
    #expect(!registry.conforms("public.jpeg", to: identifier))
    #expect(registry.ancestors(of: identifier).isEmpty)
    #expect(!registry.isConcrete(identifier))
    #expect(registry.resolve(identifier) == identifier)
  }

  @Test func `a name that is only a parent is unknown, yet conformed to`() {
    #expect(registry.type("com.apple.homebuttonless-device") == nil)
    #expect(!registry.knows("com.apple.homebuttonless-device"))
    #expect(registry.type("com.apple.homebuttonless-ipad") != nil)
    #expect(
      registry.conforms("com.apple.homebuttonless-ipad", to: "com.apple.homebuttonless-device"))
  }

  @Test(
    arguments: [
      ("public.jpeg", true), ("public.image", false), ("public.data", false),
      ("com.apple.live-photo", false), ("public.plain-text", true), ("public.url", false),
      ("com.apple.live-photo-bundle", true), ("public.heif-standard", false),
      ("dyn.ah62d4rv4ge80g3xh", true), ("dyn.age8u", false),
    ] as [(TypeIdentifier, Bool)])
  func `a format is told from a kind`(type: TypeIdentifier, isConcrete: Bool) {
    #expect(registry.isConcrete(type) == isConcrete)
  }
}
