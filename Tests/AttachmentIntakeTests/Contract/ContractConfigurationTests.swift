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

  // MARK: Validation

  private static func contract(_ validation: InputContract.Validation?) -> InputContract {
    InputContract(name: "Example", rule: .anyFile, validation: validation)
  }

  @Test func `all that the contract says of validation is the pipeline's`() throws {
    var limits = InputContract.Validation.Limits()
    limits.contentSize = .mebibytes(1)
    limits.decodedSize = .mebibytes(2)
    limits.frames = 3
    limits.objects = 4
    limits.entries = 5
    limits.expandedSize = .mebibytes(6)
    limits.ratio = 7
    limits.time = .seconds(8)
    let validator = ScriptedValidator(.locked)
    let made = try #require(
      IntakePipeline.Configuration(
        Self.contract(.init(refusing: [.repairable], limits: limits, scan: .preferred)),
        validator: validator, scanner: CommandScanner("true", arguments: [])
      ).validation)
    #expect(made.validator as? ScriptedValidator === validator)
    #expect(made.refusedDoubts == [.repairable])
    #expect(
      made.limits
        == ValidationLimits(
          contentSize: .mebibytes(1), decodedSize: .mebibytes(2), frames: 3, objects: 4, entries: 5,
          expandedSize: .mebibytes(6), ratio: 7, time: .seconds(8)))
    #expect(made.scanner is CommandScanner)
    #expect(!made.refusesUnscanned)

    let open = try #require(
      IntakePipeline.Configuration(Self.contract(.init()), validator: validator).validation)
    #expect(open.limits == ValidationLimits())
    #expect(open.refusedDoubts == [])
    #expect(open.refusesUnscanned)
    #expect(IntakePipeline.Configuration(Self.contract(nil)).validation == nil)
    let more = IntakePipeline.Configuration(Self.contract(nil), validator: validator)
    #expect(more.validation?.validator != nil)
  }

  @Test func `a pipeline does not begin without what its contract demands`() async throws {
    try await withTemporaryFolder { folder in
      try await SharedContainer.withContainer(at: folder.path(of: "container")) { container in
        func code(
          _ policy: InputContract.Validation, _ validator: ScriptedValidator?,
          _ scanner: CommandScanner? = nil
        ) -> IntakeError.Code? {
          let configuration = IntakePipeline.Configuration(
            Self.contract(policy), validator: validator, scanner: scanner)
          do {
            _ = try IntakePipeline(into: container, configuration: configuration)
            return nil
          } catch {
            return (error as? IntakeError)?.code
          }
        }
        let validator = ScriptedValidator(.valid(ContentFacts()))
        let scanner = CommandScanner("true", arguments: [])
        #expect(code(.init(), nil) == .invalidArgument)
        #expect(code(.init(), validator) == nil)
        #expect(code(.init(scan: .preferred), validator) == nil)
        #expect(code(.init(scan: .required), validator) == .invalidArgument)
        #expect(code(.init(scan: .required), validator, scanner) == nil)
        #expect(code(.init(scan: .required), nil, scanner) == .invalidArgument)
      }
    }
  }

  @Test(arguments: [true, false])
  func `content is refused where the contract refuses its verdict, and stored otherwise`(
    refuses: Bool
  ) async throws {
    let policy = InputContract.Validation(refusing: refuses ? [.locked] : [.repairable])
    let configuration = IntakePipeline.Configuration(
      Self.contract(policy), validator: ScriptedValidator(.locked))
    try await withPipeline(configuration) { fixture in
      let outcome = try await fixture.ingest(.shared(.pdf(bytes: 900), "com.adobe.pdf"))
      #expect(outcome.refusal?.code == (refuses ? .contentLocked : nil))
      #expect(outcome.stored?.verdict == (refuses ? nil : .locked))
      try await fixture.expectSettled(stored: refuses ? 0 : 1)
    }
  }

  // MARK: Types

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
