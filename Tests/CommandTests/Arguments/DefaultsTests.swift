import AttachmentIntake
import Testing
import intake

/// What holds where an option is not given is what the pipeline has by default.
struct DefaultsTests {
  private static func parse(_ line: String) throws -> ParsedArguments {
    let arguments = line.split(separator: " ").map { RawArgument(String($0)) }
    guard case .run(let parsed) = try ArgumentParser(RootCommand.definition).parse(arguments) else {
      throw UsageError("not a command", command: line)
    }
    return parsed
  }

  @Test func `no option changes nothing`() throws {
    let made = IngestCommand.configuration(try Self.parse("ingest a"))
    let expected = IntakePipeline.Configuration()
    #expect(made.maximumFileSize == expected.maximumFileSize)
    #expect(made.maximumBatchSize == expected.maximumBatchSize)
    #expect(made.maximumCount == expected.maximumCount)
    #expect(made.container == expected.container)
    #expect(made.minimumFreeSpace == expected.minimumFreeSpace)
    #expect(made.memoryBudget == expected.memoryBudget)
    #expect(made.maximumConcurrentLoads == expected.maximumConcurrentLoads)
    #expect(made.window == expected.window)
    #expect(made.loadTimeout == expected.loadTimeout)
    #expect(made.durability == expected.durability)
    #expect(made.rule.accepted == expected.rule.accepted)
    #expect(made.rule.directories == expected.rule.directories)
    #expect(made.validation == nil)
  }

  @Test func `options for validation change what they say`() throws {
    let line =
      "ingest --validate --refuse locked --refuse repairable --scanner /x --allow-unscanned a"
    let made = try #require(
      IngestCommand.configuration(try Self.parse(line), validators: ValidatorPool()).validation)
    #expect(made.refusedDoubts == [.locked, .repairable])
    #expect(made.validator is ValidatorPool)
    #expect((made.scanner as? CommandScanner)?.program == "/x")
    #expect(!made.refusesUnscanned)
    let scanned = try #require(
      IngestCommand.configuration(try Self.parse("ingest --scanner /x a")).validation)
    #expect(scanned.validator == nil && scanned.refusesUnscanned)
  }

  @Test func `every option changes what it says`() throws {
    let made = IngestCommand.configuration(
      try Self.parse(
        """
        ingest --accept public.image --jobs 200 --memory 16M --max-file 1G --max-batch 2G \
        --max-count 9 --max-container 1T --durability each --directories zip --timeout 2m a
        """))
    #expect(made.rule.accepted.map(\.type) == ["public.image"])
    #expect(made.rule.directories == .zip)
    #expect(made.maximumConcurrentLoads == 200)
    #expect(made.window >= 200)
    #expect(made.memoryBudget == .mebibytes(16))
    #expect(made.maximumFileSize == .gibibytes(1))
    #expect(made.maximumBatchSize == .gibibytes(2))
    #expect(made.maximumCount == 9)
    #expect(made.container.bytes == .gibibytes(1_024))
    #expect(made.durability == .each)
    #expect(made.loadTimeout == .seconds(120))
  }

  @Test func `help tells the true defaults`() {
    let configuration = IntakePipeline.Configuration()
    let expected = [
      "memory": SizeText.exact(configuration.memoryBudget),
      "max-file": SizeText.exact(configuration.maximumFileSize),
      "max-count": "\(configuration.maximumCount)",
      "jobs": "\(configuration.maximumConcurrentLoads)",
      "timeout": configuration.loadTimeout.map(DurationText.exact) ?? "none",
      "durability": configuration.durability.rawValue,
      "directories": configuration.rule.directories.rawValue,
      "policy": BatchOptions().policy.rawValue, "order": BatchOptions().order.rawValue,
    ]
    for option in IngestOptions.declarations {
      if let text = expected[option.name] { #expect(option.defaultText == text) }
    }
    #expect(Set(expected.keys).isSubset(of: IngestOptions.declarations.map(\.name)))
  }

  @Test func `the default rule of a sweep is that of the library`() throws {
    #expect(InboxCommand.rule(try Self.parse("inbox sweep")) == RetentionRule())
    #expect(InboxOptions.untakenAge.declaration.defaultText == "30d")
  }

  @Test(arguments: [
    (0, "0"), (1_000, "1000"), (1_024, "1K"), (4 << 20, "4M"), (16 << 30, "16G"),
    (1_536 << 20, "1536M"), (1 << 60, "1E"),
  ])
  func `a size is written as it is read`(_ bytes: Int, _ text: String) {
    #expect(SizeText.exact(.bytes(bytes)) == text)
    #expect(ByteCount(text) == .bytes(bytes))
  }
}
