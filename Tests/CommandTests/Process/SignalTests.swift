import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Tests that move gigabytes: one at a time.
@Suite(.serialized)
struct LargeFileTests {}

extension LargeFileTests {
  /// What a signal does to the real program.
  @Suite(.timeLimit(.minutes(5)))
  struct SignalTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// Starts taking in a small file and one of 8 GB, and returns when the small one is stored.
    private func startInTheMiddle(_ options: String...) async throws -> ChildProcess {
      let head = try place.folder.write([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10], to: "large.jpg")
      // Without blocks: it is as large as it says, and holds nothing.
      try #require(truncate(head, 8 << 30) == 0)
      let child = try place.start(
        ["ingest", "--json"] + options + [Workplace.sample("page.pdf"), "large.jpg"])
      try await child.waitForOutput(#""result":"stored""#)
      return child
    }

    private func end(_ child: ChildProcess, by signal: Int32) async throws -> ChildProcess.Ending {
      child.kill(signal)
      return try await child.wait()
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal in the middle of 8 GB ends it there, and leaves what was reported`(
      _ signal: Int32
    ) async throws {
      let child = try await startInTheMiddle()
      let ending = try await end(child, by: signal)
      #expect(ending.status == .exited(128 + signal))
      #expect(
        ending.errorOutput
          == "intake: Stopped. 1 attachment, 2.62 KiB, stored before stays; "
          + "everything unfinished was undone.\n")
      #expect(ending.output.split(separator: "\n").count == 1)
      #expect(try place.copies().count == 1)
      #expect(try place.remains() == [])
      #expect(try await place.listed("--all").count == 1)
    }

    @Test func `a signal leaves nothing of a batch that is all or nothing`() async throws {
      let head = try place.folder.write([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10], to: "large.jpg")
      try #require(truncate(head, 8 << 30) == 0)
      let child = try place.start(
        ["ingest", "--policy", "all-or-nothing", "--files-from", "-"], input: .pipe)
      // It has read the list when there is room for more than the pipe holds.
      try child.write("\(Workplace.sample("page.pdf"))\nlarge.jpg\n".utf8)
      try child.write([UInt8](repeating: 0x0A, count: 256 << 10))
      let ending = try await end(child, by: SIGINT)
      #expect(ending.status == .exited(130))
      #expect(ending.errorOutput.hasPrefix("intake: Stopped. Nothing was stored"))
      #expect(try place.copies() == [])
      #expect(try place.remains() == [])
      #expect(try await place.listed("--all") == [])
    }

    @Test func `a signal ends the wait for a silent list`() async throws {
      let child = try place.start(
        ["ingest", "--json", Workplace.sample("page.pdf"), "--files-from", "-"], input: .pipe)
      try await child.waitForOutput(#""result":"stored""#)
      let ending = try await end(child, by: SIGINT)
      #expect(ending.status == .exited(130))
      #expect(ending.errorOutput.contains("1 attachment, 2.62 KiB, stored before stays"))
      #expect(try place.remains() == [])
    }

    @Test func `a second SIGINT ends it on the spot, and the next start recovers`() async throws {
      let child = try await startInTheMiddle()
      child.kill(SIGHUP)
      let ending = try await end(child, by: SIGINT)
      // Undoing takes longer than from one signal to the next, and would end with 129.
      #expect(ending.status == .exited(130))
      let next = try await place.run("inbox", "list", "--json")
      #expect(next.status == .exited(0))
      #expect(next.output.split(separator: "\n").count == 1)
      #expect(try place.copies().count == 1)
      #expect(try place.remains() == [])
    }
  }
}
