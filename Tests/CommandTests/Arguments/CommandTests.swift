import AttachmentIntake
import Testing
import intake

/// The options of the real commands.
struct CommandTests {
  private static func parse(_ line: String) throws(UsageError) -> ParsedArguments? {
    let arguments = line.split(separator: " ").map { RawArgument(String($0)) }
    guard case .run(let parsed) = try ArgumentParser(RootCommand.definition).parse(arguments) else {
      return nil
    }
    return parsed
  }

  @Test func `ingest reads every option`() throws {
    let parsed = try #require(
      try Self.parse(
        """
        ingest --container /c --accept public.image -a com.adobe.pdf --policy all-or-nothing \
        --order as-given --jobs 3 --memory 16M --max-file 1.5GB --max-batch 2G --max-count 9 \
        --max-container 1T --durability each --directories zip --timeout 2m --files-from - -0 \
        --json --verbose a b
        """))
    #expect(parsed[ContainerOption.option]?.display == "/c")
    #expect(parsed[IngestOptions.accept] == ["public.image", "com.adobe.pdf"])
    #expect(parsed[IngestOptions.policy] == .allOrNothing)
    #expect(parsed[IngestOptions.order] == .asGiven)
    #expect(parsed[IngestOptions.jobs] == 3)
    #expect(parsed[IngestOptions.memory] == .mebibytes(16))
    #expect(parsed[IngestOptions.maxFile] == .bytes(1_500_000_000))
    #expect(parsed[IngestOptions.maxBatch] == .gibibytes(2))
    #expect(parsed[IngestOptions.maxCount] == 9)
    #expect(parsed[IngestOptions.maxContainer] == .gibibytes(1_024))
    #expect(parsed[IngestOptions.durability] == .each)
    #expect(parsed[IngestOptions.directories] == .zip)
    #expect(parsed[IngestOptions.timeout] == .seconds(120))
    #expect(parsed[IngestOptions.filesFrom]?.display == "-")
    #expect(parsed[IngestOptions.null] && parsed[IngestOptions.json])
    #expect(parsed[IngestOptions.files].map(\.display) == ["a", "b"])
  }

  @Test(arguments: [
    ("ingest", "nothing to take in"), ("ingest -0 a", "--files-from"),
    ("ingest -q -v a", "contradict"), ("ingest --quiet --json a", "contradict"),
    ("ingest --accept image a", "expected a type identifier"),
    ("ingest --accept ../x a", "expected a type identifier"),
    ("inbox open", "needs the identifier"), ("inbox open 12", "is not the identifier"),
    ("inbox finish 0190163d-8694-739b-aea5-966c26f8ad91", "token of the lease"),
    ("inbox finish", "finish 0190163d-8694-739b-aea5-966c26f8ad91 --lease "),
    ("inbox open 0190163d-8694-739b-aea5-966c26f8ad91 -f", "--output"),
    ("types conforms public.jpeg", "needs a type identifier"), ("types match", "nothing to match"),
    ("types decode public.jpeg", "is not a dynamic type"),
  ])
  func `what does not go together is a usage error`(_ line: String, _ message: String) {
    let error = #expect(throws: UsageError.self) { try Self.parse(line) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "none")")
  }

  @Test(arguments: [
    (["INTAKE_CONTAINER": "/a", "HOME": "/h"], "/a"),
    (["INTAKE_CONTAINER": "", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/attachment-intake"),
    (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share/attachment-intake"),
  ])
  func `the container is found in the environment`(
    _ variables: [String: String], _ path: String
  ) throws {
    let parsed = try #require(try Self.parse("inbox list"))
    let environment = Environment { variables[$0].map { Array($0.utf8) } }
    #expect(try ContainerOption.path(parsed, environment).display == path)
    let given = try #require(try Self.parse("inbox list --container b"))
    #expect(try ContainerOption.path(given, environment).display == "b")
  }

  @Test func `without any place for a container the error says so`() throws {
    let parsed = try #require(try Self.parse("inbox list"))
    #expect(throws: UsageError.self) { try ContainerOption.path(parsed, Environment { _ in nil }) }
  }

  @Test func `a sweep keeps nothing that was read unless it is told to`() throws {
    let plain = InboxCommand.rule(try #require(try Self.parse("inbox sweep")))
    #expect(plain == RetentionRule())
    let keeping = InboxCommand.rule(
      try #require(try Self.parse("inbox sweep --keep-read-age 7d --untaken-age 90d")))
    #expect(!keeping.afterReading && keeping.age == .seconds(7 * 86_400))
    #expect(keeping.untakenAge == .seconds(90 * 86_400))
  }

  @Test(arguments: [
    (IntakeError(.containerUnavailable, at: .commit, "x") as any Error, 1),
    (IntakeError(.invalidArgument, at: .selection, "x"), 2),
    (IntakeError(.closed, at: .commit, "x"), 70),
    (IntakeError(.catalogFailed, at: .commit, "x"), 70),
    (IntakeError(.catalogDamaged, at: .commit, "x"), 1), (OutputError.closed, 1),
    (OutputError.failed(number: 28), 1), (UsageError("x", command: "intake"), 2),
    (CancellationError(), 70),
  ])
  func `each error has its exit status`(_ error: any Error, _ code: Int) {
    #expect(Int(ExitStatus(error).code) == code)
  }
}
