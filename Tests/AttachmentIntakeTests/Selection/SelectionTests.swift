import AttachmentIntake
import Testing

@Suite struct SelectionTests {
  private func choose(
    _ declared: [TypeIdentifier], accepting accepted: [TypeIdentifier],
    directories: SelectionRule.DirectoryPolicy = .refuse, in registry: TypeRegistry = .standard
  ) -> Selection {
    Selection.choose(
      from: declared.map { Representation($0, delivery: .file) },
      by: SelectionRule(accepting: accepted, directories: directories), in: registry)
  }

  @Test
  func `the preferred accepted type goes before the source's order`() {
    let selection = choose(
      ["public.jpeg", "public.heic"], accepting: ["public.heic", "public.jpeg"])
    #expect(selection.candidates.map(\.representation.type) == ["public.heic", "public.jpeg"])
    #expect(selection.candidates.map(\.declaredPlace) == [1, 0])
  }

  @Test
  func `within one accepted type the source's order decides`() {
    let selection = choose(["public.png", "public.jpeg"], accepting: ["public.image"])
    #expect(selection.candidates.map(\.representation.type) == ["public.png", "public.jpeg"])
  }

  @Test
  func `a concrete type goes before an abstract one`() {
    let selection = choose(["public.image", "public.jpeg"], accepting: ["public.image"])
    #expect(selection.candidates.map(\.representation.type) == ["public.jpeg", "public.image"])
    #expect(selection.candidates.map(\.isConcrete) == [true, false])
  }

  @Test
  func `an unknown type is refused, also where any data is accepted`() {
    let selection = choose(["com.example.unheard-of"], accepting: ["public.data"])
    #expect(selection.candidates.isEmpty)
    #expect(selection.rejected.map(\.reason) == [.unknownType])
  }

  @Test
  func `an unknown type is accepted by its own name`() {
    let selection = choose(
      ["com.example.unheard-of"], accepting: ["com.example.unheard-of"])
    #expect(selection.candidates.count == 1)
  }

  @Test
  func `a dynamic type is what its extension says`() {
    let jpeg = DynamicType(tags: [.filenameExtension("jpg")]).identifier
    let selection = choose([jpeg], accepting: ["public.image"])
    #expect(selection.candidates.map(\.representation.type) == [jpeg])
  }

  @Test
  func `a directory is refused by name`() {
    let selection = choose(["public.folder"], accepting: ["public.data"])
    #expect(selection.rejected.map(\.reason) == [.directory])
  }

  @Test
  func `a directory is a candidate where directories are stored`() {
    let selection = choose(
      ["com.apple.live-photo-bundle"], accepting: ["public.image"], directories: .zip)
    #expect(selection.candidates.map(\.accepted) == [nil])
  }

  @Test
  func `a type declared twice is tried once`() {
    let selection = choose(["public.jpeg", "public.jpeg"], accepting: ["public.image"])
    #expect(selection.candidates.map(\.declaredPlace) == [0])
    #expect(selection.rejected.map(\.reason) == [.duplicate])
  }

  @Test
  func `a document that is also text is taken for what it is`() {
    let selection = choose(
      ["com.apple.ical.ics", "public.plain-text"], accepting: ["public.calendar-event"])
    #expect(selection.candidates.map(\.representation.type) == ["com.apple.ical.ics"])
    #expect(selection.rejected.map(\.reason) == [.notAccepted])
  }

  @Test
  func `text is taken where text is asked for`() {
    let selection = choose(["public.plain-text"], accepting: ["public.data", "public.text"])
    #expect(selection.candidates.map(\.accepted) == ["public.text"])
  }

  @Test
  func `a type that an app declares is chosen by what it conforms to`() {
    let registry = TypeRegistry.standard.adding([
      UniformType("com.example.sketch", conformsTo: ["public.image"], filenameExtensions: ["skt"])
    ])
    let selection = choose(["com.example.sketch"], accepting: ["public.image"], in: registry)
    #expect(selection.candidates.map(\.isConcrete) == [true])
  }

  @Test
  func `a source that declares nothing has no candidates`() {
    #expect(choose([], accepting: ["public.data"]).candidates.isEmpty)
  }

  @Test
  func `choosing again from the same declaration gives the same selection`() {
    let declared: [TypeIdentifier] = ["public.image", "public.heic", "public.url", "dyn.age8u"]
    let accepted: [TypeIdentifier] = ["public.image", "public.data"]
    #expect(choose(declared, accepting: accepted) == choose(declared, accepting: accepted))
  }
}
