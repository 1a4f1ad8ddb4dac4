import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

#if os(Linux)
  extension LargeFileTests {
    /// The progress bar on a real terminal, which `script` of bsdutils makes.
    @Suite(
      .enabled(if: access("/usr/bin/script", X_OK) == 0, "needs script (bsdutils)"),
      .timeLimit(.minutes(5)))
    struct ProgressBarProcessTests {
      private let place: Workplace
      private static let erase = "\r\u{1B}[K"

      init() throws {
        place = try Workplace()
        let path = try place.folder.write([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10], to: "large.jpg")
        // Without blocks, and long enough that there would be something to see.
        try #require(truncate(path, 256 << 20) == 0)
      }

      private func enlarge(to size: Int) throws {
        try #require(truncate(place.folder.path(of: "large.jpg"), size) == 0)
      }

      /// What a terminal shows of a command of the shell, in which `$INTAKE` is the program.
      private func show(
        _ command: String, columns: Int = 100, variables: [String: String] = [:]
      ) async throws -> (text: String, status: ChildProcess.Status) {
        let ending = try await open(command, columns: columns, variables: variables).wait()
        return (ending.output, ending.status)
      }

      /// Opens a terminal in which a command runs.
      private func open(
        _ command: String, columns: Int = 100, variables: [String: String] = [:],
        input: ChildProcess.Input = .none
      ) throws -> ChildProcess {
        let own = [
          "INTAKE": try Workplace.program(), "PATH": "/usr/bin:/bin", "TERM": "xterm",
          "SHELL": "/bin/sh",
        ]
        let environment = place.environment.merging(own) { $1 }.merging(variables) { $1 }
        return try ChildProcess(
          "/usr/bin/script",
          ["--quiet", "--return", "--command", "stty cols \(columns); \(command)", "/dev/null"],
          environment: .only(environment), workingDirectory: place.folder.path, input: input)
      }

      @Test func `it shows bytes, rate and time left on standard error, and goes away`()
        async throws
      {
        try enlarge(to: 1 << 30)
        let (text, status) = try await show("$INTAKE ingest large.jpg > out")
        #expect(status == .exited(0))
        let bars = text.split(separator: Self.erase)
        let full = bars.filter { $0.contains(" of 1.00 GiB") && $0.contains("/s  ") }
        #expect(
          full.contains {
            $0.contains("━") && $0.contains("% ") && $0.contains(" left  0 of 1 done")
          })
        for bar in bars { #expect(!bar.contains("\n")) }
        #expect(text.hasSuffix(Self.erase))
        #expect(try place.folder.read("out").starts(with: "Stored   1 attachment, 1.00 GiB".utf8))
      }

      @Test func `without colors and without Unicode it is plain`() async throws {
        try enlarge(to: 1 << 30)
        let (text, _) = try await show(
          "$INTAKE ingest large.jpg", variables: ["NO_COLOR": "1", "LC_ALL": "C"])
        #expect(text.contains("[#"))
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(!text.contains("\u{1B}[3") && !text.contains("\u{1B}[1m"))
        #expect(text.contains(Self.erase + "Stored   1 attachment"))
      }

      @Test func `it fits a narrow terminal`() async throws {
        try enlarge(to: 1 << 30)
        let (text, _) = try await show("$INTAKE ingest large.jpg > out", columns: 40)
        let bars = text.split(separator: Self.erase)
        #expect(!bars.isEmpty)
        for bar in bars { #expect(bar.count < 40, "\(bar)") }
      }

      @Test(arguments: [
        "$INTAKE ingest large.jpg 2> errors", "$INTAKE ingest --quiet large.jpg",
        "$INTAKE ingest --json large.jpg", "TERM=dumb $INTAKE ingest large.jpg",
      ])
      func `it is not drawn where it would not be seen, or would be in the way`(
        _ command: String
      ) async throws {
        let (text, status) = try await show(command)
        #expect(status == .exited(0))
        #expect(!text.contains(Self.erase))
        #expect(!text.contains("━"))
        if command.contains("errors") { #expect(try place.folder.read("errors") == []) }
      }

      @Test func `Ctrl-C takes it away`() async throws {
        try enlarge(to: 8 << 30)
        let child = try open("exec $INTAKE ingest large.jpg", input: .pipe)
        try await child.waitForOutput(" of 8.00 GiB")
        try child.write([0x03])
        let ending = try await child.wait()
        #expect(ending.status == .exited(130))
        let message = "\u{1B}[33mintake:\u{1B}[0m Stopped. Nothing was stored"
        #expect(ending.output.contains(Self.erase + message))
        #expect(try place.copies() == [])
      }
    }
  }
#endif
