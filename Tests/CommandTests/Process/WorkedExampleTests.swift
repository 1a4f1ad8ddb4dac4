import IntakeTesting
import Testing
import intake

/// The worked example of the repository, command by command, from an Info.plist to the matrix.
@Suite(.timeLimit(.minutes(5)))
struct WorkedExampleTests {
  private let place: Workplace
  private static let folder = "\(Workplace.samples)/../Examples/Meadow"

  init() async throws {
    place = try Workplace()
    for name in [
      "ShareExtension-Info.plist", "ShareExtension.entitlements", "Meadow.entitlements",
      "share-contract.json", "tests.jsonl",
    ] {
      let path = try #require(FilePathArgument(bytes: Array("\(Self.folder)/\(name)".utf8)))
      try place.folder.write(try await InputDocument(reading: path).bytes, to: name)
    }
  }

  @Test func `a contract is begun from the Info.plist, and has nothing wrong but missing tests`()
    async throws
  {
    let begun = try await place.run(
      "contract", "init", "ShareExtension-Info.plist", "--output", "begun.json")
    #expect(begun.status == .exited(0))
    let check = try await place.run("contract", "check", "begun.json")
    #expect(check.status == .exited(0))
    #expect(check.output.contains("names no test"))
    #expect(!check.output.contains(": error:"))
    let replay = try await place.run("replay", "--rows", "--contract", "begun.json")
    #expect(replay.status == .exited(0))
  }

  @Test func `contract, rule and rows of the example agree`() async throws {
    for arguments in [
      ["contract", "check", "share-contract.json", "--strict"],
      ["rule", "lint", "ShareExtension-Info.plist", "--strict"],
      ["rule", "check", "ShareExtension-Info.plist", "--contract", "share-contract.json"],
    ] {
      let run = try await place.start(arguments).wait()
      #expect(run.status == .exited(0), "\(run.output)\(run.errorOutput)")
    }
  }

  @Test func `the matrix is green but for the row that demands a device`() async throws {
    let replay = try await place.run(
      "replay", "--rows", "--contract", "share-contract.json", "--output", "replays.jsonl")
    #expect(replay.status == .exited(0))
    let matrix = try await place.run(
      "matrix", "--contract", "share-contract.json", "--records", "replays.jsonl", "--results",
      "tests.jsonl", "--format", "csv")
    #expect(matrix.status == .exited(1))
    #expect(matrix.errorOutput.contains("1 red"))
    let red = matrix.output.split(separator: "\r\n").filter { $0.contains("device") }
    #expect(red.contains { $0.hasPrefix("photos-still,") })
  }

  @Test func `what a person saw is diagnosed by the rule, the contract and the groups`()
    async throws
  {
    let add = try await place.run(
      "record", "add", "--output", "seen.jsonl", "--no-input", "--contract", "share-contract.json",
      "--row", "photos-still", "--seen", "did-not-appear", "--system", "iOS 26.1")
    #expect(add.status == .exited(0), "\(add.errorOutput)")
    let diagnosis = try await place.run(
      "diagnose", "seen.jsonl", "--contract", "share-contract.json", "--info-plist",
      "ShareExtension-Info.plist", "--entitlements", "ShareExtension.entitlements",
      "--host-entitlements", "Meadow.entitlements")
    #expect(diagnosis.status == .exited(1))
    #expect(diagnosis.output.contains("appear"))
  }
}
