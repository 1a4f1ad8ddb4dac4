import AttachmentIntake
import IntakeTesting
import Testing

/// The pipeline runs by the contract: what is accepted, how, how much, and what is refused.
@Suite(.timeLimit(.minutes(5))) struct ContractConfigurationTests {
  private static func configuration(
    _ accepted: [AcceptedType], refusing refused: [RefusedType] = []
  ) -> IntakePipeline.Configuration {
    IntakePipeline.Configuration(
      InputContract(name: "Example", rule: SelectionRule(accepted, refusing: refused)))
  }

  @Test
  func `every limit of the contract is the pipeline's, and what it leaves open is as by default`() {
    var limits = InputContract.Limits()
    limits.fileSize = .mebibytes(5)
    limits.batchSize = .mebibytes(50)
    limits.count = 7
    limits.containerSize = .gibibytes(1)
    limits.containerCount = 70
    limits.loadTimeout = .seconds(9)
    let rule = SelectionRule(accepting: ["public.image"], directories: .zip)
    let made = IntakePipeline.Configuration(
      InputContract(name: "Example", rule: rule, limits: limits))
    #expect(made.rule == rule)
    #expect(made.maximumFileSize == .mebibytes(5))
    #expect(made.maximumBatchSize == .mebibytes(50))
    #expect(made.maximumCount == 7)
    #expect(made.container == ContainerLimits(bytes: .gibibytes(1), count: 70))
    #expect(made.loadTimeout == .seconds(9))

    let open = IntakePipeline.Configuration(InputContract(name: "Example", rule: rule))
    let usual = IntakePipeline.Configuration()
    #expect(open.maximumFileSize == usual.maximumFileSize)
    #expect(open.maximumBatchSize == usual.maximumBatchSize)
    #expect(open.maximumCount == usual.maximumCount)
    #expect(open.container == usual.container)
    #expect(open.loadTimeout == usual.loadTimeout)
  }

  @Test
  func `a type that is refused says what the contract says`() async throws {
    let configuration = Self.configuration(
      ["public.image"].map { AcceptedType($0) },
      refusing: [RefusedType("com.compuserve.gif", message: "Share a still picture.")])
    try await withPipeline(configuration) { fixture in
      let outcome = try await fixture.ingest(.shared(.gif(bytes: 900), "com.compuserve.gif"))
      #expect(outcome.refusal?.code == .typeRefused)
      #expect(outcome.refusal?.message == "Share a still picture.")
    }
  }

  @Test
  func `content of a refused type is refused, whatever it was declared as`() async throws {
    let configuration = Self.configuration(
      ["public.image"].map { AcceptedType($0) }, refusing: [RefusedType("com.compuserve.gif")])
    try await withPipeline(configuration) { fixture in
      for declared: TypeIdentifier in ["public.image", "public.jpeg"] {
        let outcome = try await fixture.ingest(.shared(.gif(bytes: 900), declared))
        #expect(outcome.refusal?.code == .typeRefused)
        #expect(outcome.refusal?.stage == .validation)
      }
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `an accepted type has its own limit, at the byte`() async throws {
    let configuration = Self.configuration([
      AcceptedType("public.jpeg", maximumSize: .bytes(5_000)), AcceptedType("public.png"),
    ])
    try await withPipeline(configuration) { fixture in
      let fits = try await fixture.ingest(.shared(.jpeg(bytes: 5_000)))
      #expect(fits.stored?.size == .bytes(5_000))
      let over = try await fixture.ingest(.shared(.jpeg(bytes: 5_001)))
      #expect(over.refusal?.code == .overFileLimit)
      let other = try await fixture.ingest(.shared(.png(bytes: 5_001), "public.png"))
      #expect(other.stored?.size == .bytes(5_001))
      try await fixture.expectSettled(stored: 2)
    }
  }

  @Test
  func `content that is taken under another type than was declared has that type's limit`()
    async throws
  {
    let configuration = Self.configuration([
      AcceptedType("public.png"), AcceptedType("public.jpeg", maximumSize: .bytes(5_000)),
    ])
    try await withPipeline(configuration) { fixture in
      let outcome = try await fixture.ingest(.shared(.jpeg(bytes: 9_000), "public.png"))
      #expect(outcome.refusal?.code == .overFileLimit)
      try await fixture.expectSettled(stored: 0)
    }
  }

  @Test
  func `a representation is tried only in a way that the contract allows`() async throws {
    let configuration = Self.configuration([
      AcceptedType("public.heic", deliveries: [.file]), AcceptedType("public.jpeg"),
    ])
    try await withPipeline(configuration) { fixture in
      let provider = ScriptedProvider([
        .init("public.heic", .data(.heic(bytes: 900))),
        .init("public.jpeg", .file(.jpeg(bytes: 900))),
      ])
      let outcome = try await fixture.ingest(Attachment(provider))
      #expect(outcome.stored?.declaredType == "public.jpeg")
      #expect(outcome.trail.isEmpty)
    }
  }
}
