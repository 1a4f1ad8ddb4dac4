import Testing
import UniformTypes

@Suite struct DeclaredTypesTests {
  let standard = TypeRegistry.standard

  @Test func `a declared type joins the built-in ones`() {
    let registry = standard.adding([
      UniformType(
        "org.example.Note", conformsTo: ["public.plain-text", "org.example.unknown"],
        filenameExtensions: ["Note", "txt"], mimeTypes: ["Text/X-Note"])
    ])
    #expect(registry.type("ORG.example.note")?.filenameExtensions == ["Note", "txt"])
    #expect(registry.conforms("org.example.note", to: .text))
    #expect(registry.conforms("org.example.note", to: "org.example.unknown"))
    #expect(registry.type("org.example.unknown") == nil)
    #expect(registry.type(filenameExtension: "NOTE") == "org.example.note")
    #expect(registry.types(filenameExtension: "txt") == ["public.plain-text", "org.example.note"])
    #expect(registry.type(mimeType: "text/x-note") == "org.example.note")
    #expect(registry.preferredFilenameExtension(for: "org.example.note") == "Note")
    #expect(registry.preferredMIMEType(for: "org.example.note") == "Text/X-Note")
    #expect(registry.isConcrete("org.example.note"))
    #expect(standard.type("org.example.note") == nil)
  }

  @Test func `cycles in declarations end`() {
    let registry = standard.adding([
      UniformType("org.example.a", conformsTo: ["org.example.b", "org.example.a"]),
      UniformType("org.example.b", conformsTo: ["org.example.c"]),
      UniformType("org.example.c", conformsTo: ["org.example.a", "public.image"]),
    ])
    #expect(registry.conforms("org.example.a", to: .image))
    #expect(registry.conforms("org.example.b", to: "org.example.a"))
    #expect(!registry.conforms("org.example.a", to: .text))
    #expect(
      registry.ancestors(of: "org.example.a") == [
        "org.example.b", "org.example.c", "public.image", "public.data", "public.content",
        "public.item",
      ])
  }

  @Test func `a long chain of parents is followed up to the limit`() {
    let registry = standard.adding(
      (0..<300).map { UniformType("org.example.\($0)", conformsTo: ["org.example.\($0 + 1)"]) })
    #expect(TypeRegistry.maximumAncestors == 64)
    #expect(registry.conforms("org.example.0", to: "org.example.64"))
    #expect(!registry.conforms("org.example.0", to: "org.example.65"))
    #expect(!registry.conforms("org.example.64", to: "org.example.0"))
  }

  @Test func `exported beats imported, and tags are merged`() {
    let imported = UniformType(
      "org.example.x", conformsTo: ["public.image"], filenameExtensions: ["ix", "both"],
      origin: .imported)
    let exported = UniformType(
      "org.example.x", conformsTo: ["public.text"], filenameExtensions: ["ex", "BOTH"])
    for order in [[imported, exported], [exported, imported]] {
      for registry in [standard.adding(order), standard.adding([order[0]]).adding([order[1]])] {
        #expect(registry.type("org.example.x")?.parents == [.text])
        #expect(registry.type("org.example.x")?.filenameExtensions == ["ex", "BOTH", "ix"])
        #expect(!registry.conforms("org.example.x", to: .image))
      }
    }
  }

  @Test func `built-in facts are never replaced, tags are added`() {
    let registry = standard.adding([
      UniformType(
        "public.jpeg", conformsTo: ["public.text"], filenameExtensions: ["jfif", "png"],
        mimeTypes: ["image/pjpeg"]),
      UniformType("public.item", conformsTo: ["org.example.root"]),
      UniformType("com.adobe.pdf", conformsTo: ["public.image"]),
    ])
    #expect(registry.type("public.jpeg")?.parents == [.image])
    #expect(!registry.conforms(.jpeg, to: .text))
    #expect(!registry.conforms(.item, to: "org.example.root"))
    #expect(!registry.conforms(.pdf, to: .image))
    #expect(registry.type(filenameExtension: "jfif") == .jpeg)
    #expect(registry.type(filenameExtension: "png") == .png)
    #expect(registry.type(mimeType: "image/pjpeg") == .jpeg)
    #expect(registry.preferredFilenameExtension(for: .jpeg) == "jpeg")
  }

  @Test func `a built-in type without parents takes those of an app, and so do its children`() {
    #expect(standard.ancestors(of: "com.rarlab.rar-archive").isEmpty)
    let registry = standard.adding([
      UniformType("com.rarlab.rar-archive", conformsTo: ["public.archive"]),
      UniformType("com.apple.alert", conformsTo: ["org.example.sign"]),
    ])
    #expect(registry.conforms("com.rarlab.rar-archive", to: "public.archive"))
    #expect(registry.conforms("com.apple.alert-stop", to: "org.example.sign"))
    #expect(registry.conforms("com.apple.alert-stop", to: "com.apple.alert"))
    #expect(registry.type("com.apple.alert-stop")?.origin == .standard)
  }

  @Test func `dynamic identifiers cannot be declared, and resolve to declared types`() {
    let registry = standard.adding([
      UniformType("org.example.config", conformsTo: ["public.data"], filenameExtensions: ["cfg"]),
      UniformType("dyn.age8u", conformsTo: ["public.image"]),
    ])
    #expect(registry.resolve("dyn.ah62d4rv4ge80g3xh") == "org.example.config")
    #expect(!registry.conforms("dyn.age8u", to: .image))
  }
}
