import AttachmentIntake
import ContainerStorage
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)), .enabled(if: Build.hasImages, "built without the trait Images"))
struct ImageTests {
  @Test func `an image is decoded and measured`() async throws {
    let bytes = try PNGBytes.black(width: 1000, height: 300)
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: bytes, as: "public.png")
          == .valid(
            ContentFacts(width: 1000, height: 300, frames: 1, decodedSize: .bytes(300_000))))
      #expect(
        try await validators.verdict(on: bytes, as: "public.image").facts?.width == 1000)
    }
  }

  @Test(arguments: [
    ("meadow.jpg", "public.jpeg"), ("meadow.heic", "public.heic"),
    ("wave.gif", "com.compuserve.gif"),
  ])
  func `an image that was cut does not open`(name: String, type: String) async throws {
    let bytes = try Samples.read(name)
    try await withValidators { validators async throws in
      let type = TypeIdentifier(type)
      #expect(try await validators.verdict(on: bytes, as: type).name == "valid")
      for part in [2, 3] {
        let cut = Array(bytes.prefix(bytes.count * part / 4))
        #expect(try await validators.verdict(on: cut, as: type) == .invalid(.damaged))
      }
    }
  }

  @Test func `what only an unsafe loader could read is not read`() async throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: svg, as: "public.svg-image")
          == .notValidated(.loaderBlocked))
      #expect(
        try await validators.verdict(
          on: Array("8BPS".utf8) + [0, 1] + Array(repeating: 0, count: 40),
          as: "com.adobe.photoshop-image") == .notValidated(.loaderBlocked))
    }
  }

  @Test func `another type than the one that was declared is noticed`() async throws {
    let png = try PNGBytes.black(width: 8, height: 8)
    try await withValidators { validators async throws in
      #expect(try await validators.verdict(on: png, as: "public.jpeg") == .invalid(.otherType))
      #expect(try await validators.verdict(on: png, as: "com.adobe.pdf") == .invalid(.otherType))
    }
  }
}

@Suite(.timeLimit(.minutes(5)), .enabled(if: !Build.hasImages, "built with the trait Images"))
struct WithoutImagesTests {
  @Test func `without the trait an image is not validated`() async throws {
    let png = try PNGBytes.black(width: 8, height: 8)
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(on: png, as: "public.png") == .notValidated(.noValidator))
      #expect(validators.pool.statistics.greeting?.validators.contains("images") == false)
    }
  }

  @Test func `the command says which trait it is built without`() async throws {
    let program = try #require(ChildProcess.executable(named: "intake-validate"))
    try await withTemporaryFolder { folder in
      let path = try folder.write(PNGBytes.black(width: 8, height: 8), to: "a.png")
      let run = try await ChildProcess(program, [path]).wait()
      #expect(
        run.output
          == "\(path): not-validated no-validator: this program is built without the trait Images\n"
      )
    }
  }
}
