import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Output that nobody reads, or that cannot be written.
@Suite(.timeLimit(.minutes(5)))
struct OutputProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Runs the program with an output whose reader has gone.
  private func runUnread(_ arguments: String...) throws -> IntakeProcess {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    return try place.run(arguments.map(place.bytes), output: ends[1])
  }

  @Test(arguments: ["--json", "--verbose"])
  func `where nobody reads the outcomes, nothing stays that nobody knows of`(
    _ form: String
  ) throws {
    let run = try runUnread("ingest", form, Workplace.samples)
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(try place.copies() == [])
    #expect(try place.remains() == [])
  }

  @Test func `a table that nobody reads does not undo what it would have told`() throws {
    let run = try runUnread("ingest", Workplace.samples)
    #expect(run.status == 1)
    #expect(try place.copies().count == 7)
  }

  #if os(Linux)
    @Test func `a batch that is all or nothing stays whole, and that is said`() throws {
      let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
      try #require(full >= 0)
      defer { close(full) }
      let run = try place.run(
        [
          "ingest", "--json", "--policy", "all-or-nothing", Workplace.sample("page.pdf"),
          Workplace.sample("wave.gif"),
        ].map(place.bytes), output: full)
      #expect(run.status == 1)
      #expect(run.errors.contains("The batch was stored as a whole before, and stays"))
      #expect(try place.copies().count == 2)
    }
  #endif

  @Test func `a list and a content that nobody reads end quietly`() async throws {
    let id = try await place.ingest("meadow.jpg")
    for run in [try runUnread("inbox", "list"), try runUnread("inbox", "open", id)] {
      #expect(run.status == 1)
      #expect(run.errors == "")
    }
  }

  @Test func `what a lease nobody was told of is given back`() async throws {
    let id = try await place.ingest("meadow.jpg")
    #expect(try runUnread("inbox", "take", id).status == 1)
    #expect(try await place.listed().count == 1)
  }

  #if os(Linux)
    @Test(arguments: [[], ["--json"], ["-v"]])
    func `a full disk under the output is an error, and says what stands`(
      _ options: [String]
    ) throws {
      let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
      try #require(full >= 0)
      defer { close(full) }
      let run = try place.run(
        (["ingest"] + options + [Workplace.sample("page.pdf")]).map(place.bytes), output: full)
      #expect(run.status == 1)
      #expect(run.errors.contains("Standard output cannot be written: No space left on device."))
      #expect(
        run.errors.contains(
          options.isEmpty ? "Stopped. 1 attachment, 2.62 KiB" : "Stopped. Nothing was stored"))
      #expect(try place.copies().count == (options.isEmpty ? 1 : 0))
    }
  #endif
}
