import AttachmentIntake
import Testing

@Suite struct RegisteredTypesTests {
  @Test
  func `types keep their order, and links are loaded as data`() {
    let offered = Representation.registered(
      ["com.apple.live-photo", "public.heic", "public.file-url", "public.url", "public.plain-text"])
    #expect(
      offered == [
        Representation("com.apple.live-photo", delivery: .file),
        Representation("public.heic", delivery: .file),
        Representation("public.file-url", delivery: .data),
        Representation("public.url", delivery: .data),
        Representation("public.plain-text", delivery: .file),
      ])
  }

  @Test
  func `only what may be opened in place is`() {
    let offered = Representation.registered(
      ["com.adobe.pdf", "public.png", "public.file-url"],
      inPlace: ["Com.Adobe.PDF", "public.file-url"])
    #expect(offered.map(\.delivery) == [.inPlaceFile, .file, .data])
  }
}
