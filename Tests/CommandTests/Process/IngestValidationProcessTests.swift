import IntakeTesting
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `intake ingest` with content that has to open, through the real `intake-validate`.
@Suite(.timeLimit(.minutes(5)))
struct IngestValidationProcessTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.folder.write(PDFText.pages(2), to: "whole.pdf")
    try place.folder.write(PDFText.locked(), to: "locked.pdf")
    try place.folder.write(PDFText.pages(2).dropLast(15), to: "cut.pdf")
    try place.folder.write(PDFText.pages(2).prefix(60), to: "damaged.pdf")
    try place.folder.write("Some text.\n".utf8, to: "text.txt")
    try place.folder.write([0, 1, 2, 3], to: "unknown.bin")
  }

  #if PDF
    private static let hasPDF = true
  #else
    private static let hasPDF = false
  #endif

  private static let all = [
    "whole.pdf", "locked.pdf", "cut.pdf", "damaged.pdf", "text.txt", "unknown.bin",
  ]

  /// Runs `intake ingest` to its end.
  private func ingest(_ arguments: [String]) async throws -> ChildProcess.Ending {
    try await place.start(["ingest", "--order", "as-given"] + arguments).wait()
  }

  /// What became of each: the verdict of what was stored, the code of what was refused.
  private func results(_ ending: ChildProcess.Ending) -> [String?] {
    ending.output.split(separator: "\n").map { line in
      JSONLine.text(
        JSONLine.text("result", in: line) == "stored" ? "verdict" : "code", in: line)
    }
  }

  private func writeContract(_ members: String) throws {
    try place.folder.write(
      #"{"version":1,"name":"x","accept":["public.data","public.text"],\#(members)}"#.utf8,
      to: "contract.json")
  }

  private func writeScanner(_ script: String) throws -> String {
    try place.folder.write("#!/bin/sh\n\(script)\n".utf8, to: "scan")
    let path = place.folder.path(of: "scan")
    chmod(path, 0o755)
    return path
  }

  // MARK: Verdicts

  @Test(.enabled(if: hasPDF, "built without the trait PDF"))
  func `each file has its verdict, and what does not open is refused`() async throws {
    let run = try await ingest(["--validate", "--json"] + Self.all)
    #expect(run.status == .exited(1))
    #expect(
      results(run) == [
        "valid pages=2", "locked", "repairable pages=2", "content-invalid", "valid",
        "not-validated no-validator",
      ])
    #expect(try place.copies().count == 5)
    let listed = try await place.listed()
    #expect(
      Set(listed.map { JSONLine.text("verdict", in: $0) }) == [
        "valid pages=2", "locked", "repairable pages=2", "valid", "not-validated no-validator",
      ])
    #expect(try place.remains() == [])
  }

  @Test(.enabled(if: hasPDF, "built without the trait PDF"))
  func `what is in doubt is refused where the options say so`() async throws {
    let run = try await ingest(
      [
        "--validate", "--refuse", "locked", "--refuse", "repairable", "--refuse", "not-validated",
        "--json",
      ] + Self.all)
    #expect(
      results(run) == [
        "valid pages=2", "content-locked", "content-repairable", "content-invalid", "valid",
        "not-validated",
      ])
    #expect(try place.copies().count == 2)
  }

  @Test(.enabled(if: hasPDF, "built without the trait PDF"))
  func `the contract demands it and says what is refused, and options go before it`() async throws {
    try writeContract(#""validation":{"refuse":["locked"]}"#)
    let run = try await ingest(["--contract", "contract.json", "--json"] + Self.all)
    #expect(
      results(run) == [
        "valid pages=2", "content-locked", "repairable pages=2", "content-invalid", "valid",
        "not-validated no-validator",
      ])
    let other = try await ingest(
      ["--contract", "contract.json", "--refuse", "repairable", "--json", "locked.pdf", "cut.pdf"])
    #expect(results(other) == ["locked", "content-repairable"])
  }

  @Test(.enabled(if: hasPDF, "built without the trait PDF"))
  func `the limits of the contract reach the program`() async throws {
    try writeContract(
      #"""
      "validation":{"refuse":["not-validated"],"limits":{"objects":3,"contentSize":"5 bytes"}}
      """#)
    let run = try await ingest(["--contract", "contract.json", "--json", "whole.pdf", "text.txt"])
    #expect(results(run) == ["not-validated", "not-validated"])
    try writeContract(#""validation":{"limits":{"objects":3}}"#)
    let objects = try await ingest(["--contract", "contract.json", "--json", "whole.pdf"])
    #expect(results(objects) == ["content-over-limit"])
    // The largest that can be written do no harm.
    let most = "9223372036854775807"
    let names = [
      "contentSize", "decodedSize", "frames", "objects", "entries", "expandedSize", "ratio",
    ]
    let limits = names.map { "\"\($0)\":\(most)" }.joined(separator: ",")
    try writeContract("\"validation\":{\"limits\":{\(limits),\"time\":\"100000d\"}}")
    let open = try await ingest(["--contract", "contract.json", "--json", "whole.pdf", "text.txt"])
    #expect(results(open) == ["valid pages=2", "valid"])
  }

  @Test(.enabled(if: hasPDF, "built without the trait PDF"))
  func `a person sees what is in doubt`() async throws {
    let run = try await ingest(
      ["--validate", "--verbose", "whole.pdf", "locked.pdf", "unknown.bin", "damaged.pdf"])
    #expect(run.status == .exited(1))
    #expect(run.output.contains("com.adobe.pdf (locked by a password)"), "\(run.output)")
    #expect(run.output.contains("(not validated: no-validator)"))
    #expect(run.output.contains("in doubt: locked 1, not-validated 1\n"))
    #expect(run.output.contains("Refused  1: content-invalid 1\n"))
    #expect(run.output.contains("it does not open (damaged)"))
  }

  @Test func `without the option nobody looks, and the verdict is null`() async throws {
    let run = try await ingest(["--json", "damaged.pdf"])
    #expect(run.status == .exited(0))
    #expect(run.output.contains(#""verdict":null"#))
  }

  // MARK: The program

  @Test func `a program that is missing is an error before anything is taken in`() async throws {
    try writeContract(#""validation":{}"#)
    try place.folder.write("#!/bin/sh\nexit 0\n".utf8, to: "silent")
    let silent = place.folder.path(of: "silent")
    chmod(silent, 0o755)
    for asked in [["--validate"], ["--contract", "contract.json"]] {
      for (program, text) in [("/nowhere/intake-validate", "no program"), (silent, "not start")] {
        let run = try await ingest(asked + ["--validator", program, "--json", "text.txt"])
        #expect(run.status == .exited(1))
        #expect(run.output == "")
        #expect(run.errorOutput.contains(text), "\(run.errorOutput)")
        #expect(!place.folder.contains("container"))
      }
    }
  }

  /// By a process of its own, since a program that anybody of this one writes to cannot be started.
  private func copy(_ program: String, to path: String) async throws {
    let copy = try await ChildProcess("/bin/cp", [program, path]).wait()
    try #require(copy.status == .exited(0), "\(copy.errorOutput)")
  }

  @Test func `a program beside no other is found by its path alone`() async throws {
    let folder = try place.folder.makeFolder("bin")
    let alone = "\(folder)/intake"
    try await copy(try Workplace.program(), to: alone)
    func run(_ arguments: String...) async throws -> ChildProcess.Ending {
      try await ChildProcess(
        alone, ["ingest", "--validate", "--json"] + arguments + ["text.txt"],
        environment: .only(place.environment), workingDirectory: place.folder.path
      ).wait()
    }
    let missing = try await run()
    #expect(missing.status == .exited(1))
    #expect(missing.errorOutput.contains("no program 'intake-validate' beside this one"))
    #expect(!place.folder.contains("container"))
    let built = try #require(ChildProcess.executable(named: "intake-validate"))
    #expect(results(try await run("--validator", built)) == ["valid"])
    _ = try place.folder.makeFolder("libexec")
    try await copy(built, to: place.folder.path(of: "libexec/intake-validate"))
    #expect(results(try await run()) == ["valid"])
  }

  // MARK: The scanner

  @Test func `a scanner refuses what is harmful, and what it cannot tell unless that is allowed`()
    async throws
  {
    let infected = try writeScanner("exit 1")
    #expect(
      results(try await ingest(["--scanner", infected, "--json", "text.txt"])) == [
        "content-infected"
      ])
    let silent = try writeScanner("exit 2")
    #expect(
      results(try await ingest(["--scanner", silent, "--json", "text.txt"])) == ["not-scanned"])
    let allowed = try await ingest(
      ["--validate", "--scanner", silent, "--allow-unscanned", "--json", "text.txt"])
    #expect(results(allowed) == ["valid"])
  }

  @Test func `a contract that demands a scanner needs one, and one that prefers it does not`()
    async throws
  {
    try writeContract(#""validation":{"scan":"required"}"#)
    let without = try await ingest(["--contract", "contract.json", "text.txt"])
    #expect(without.status == .exited(2))
    #expect(without.errorOutput.contains("demands that content is scanned"))
    #expect(!place.folder.contains("container"))
    let silent = try writeScanner("exit 2")
    let arguments = ["--contract", "contract.json", "--json", "text.txt"]
    #expect(results(try await ingest(["--scanner", silent] + arguments)) == ["not-scanned"])
    try writeContract(#""validation":{"scan":"preferred"}"#)
    #expect(results(try await ingest(arguments)) == ["valid"])
    #expect(results(try await ingest(["--scanner", silent] + arguments)) == ["valid"])
    let infected = try writeScanner("exit 1")
    #expect(results(try await ingest(["--scanner", infected] + arguments)) == ["content-infected"])
  }

  // MARK: Mistakes

  @Test(arguments: [
    ["--refuse", "locked"], ["--validator", "/x"], ["--validate", "--scanner", " "],
    ["--allow-unscanned"], ["--scan-time", "5s"],
    ["--validate", "--refuse", "invalid"], ["--contract", "plain.json", "--refuse", "locked"],
  ])
  func `what is about validation needs that somebody asks for it`(arguments: [String]) async throws
  {
    try place.folder.write(
      #"{"version":1,"name":"x","accept":["public.data"]}"#.utf8, to: "plain.json")
    let run = try await ingest(arguments + ["text.txt"])
    #expect(run.status == .exited(2), "\(run.errorOutput)")
    #expect(run.output == "")
    #expect(!place.folder.contains("container"))
  }
}
