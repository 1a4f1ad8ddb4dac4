import IntakeTesting
import Testing

/// `intake types` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct TypesProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test func `a type is shown with its family`() async throws {
    let run = try await place.run("types", "show", "public.heic")
    #expect(run.status == .exited(0))
    #expect(
      run.output == """
        TYPE         public.heic
        PARENTS      public.heif-standard
        CONFORMS TO  public.heif-standard, public.image, public.data, public.content, public.item
        EXTENSIONS   heic
        MIME TYPES   image/heic

        """)
    let json = try await place.run("types", "show", "--json", "public.heic")
    #expect(json.output.contains(#""parents":["public.heif-standard"],"#))
  }

  @Test func `an unknown type is said to be unknown`() async throws {
    let run = try await place.run("types", "show", "com.example.nothing")
    #expect(run.status == .exited(1))
    #expect(run.output == "")
    #expect(run.errorOutput.contains("'com.example.nothing' is not a known type"))
  }

  @Test(arguments: [("public.image", "yes\n", 0), ("public.movie", "no\n", 1)])
  func `conformance is the answer and the status`(
    _ parent: String, _ answer: String, _ status: Int32
  ) async throws {
    let run = try await place.run("types", "conforms", "public.heic", parent)
    #expect(run.output == answer)
    #expect(run.status == .exited(status))
  }

  @Test func `tags are matched, each on its line`() async throws {
    let run = try await place.run("types", "match", "heic", "image/png", "a.b.PDF", "nonsense")
    #expect(run.status == .exited(1))
    #expect(
      run.output == """
        TAG        TYPES
        heic       public.heic
        image/png  public.png
        a.b.PDF    com.adobe.pdf
        nonsense   -

        """)
    #expect(try await place.run("types", "match", "heic").status == .exited(0))
  }

  @Test func `a dynamic type is decoded`() async throws {
    let run = try await place.run("types", "decode", "dyn.ah62d4rv4ge80c65dta")
    #expect(run.status == .exited(0))
    #expect(run.output.hasPrefix("TYPE         dyn.ah62d4rv4ge80c65dta\nTAG "))
    #expect(run.output.contains("public.filename-extension=ascx\n"))
    #expect(try await place.run("types", "decode", "dyn.a!").status == .exited(2))
  }
}
