import BenchResults

/// (j): evidence, and packages that are stored as zip.
struct ArchiveScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let bytes = Int64(context.inputs.scaled(2000)) * 100_000
    try context.needDisk(5 * bytes, for: "scenario j")
    let logs = try context.inputs.logs(2000, of: 100_000, keptOutOf: 50)
    let folder = "\(context.work)/evidence"
    try await makeRepository(folder)
    defer { Files.remove(folder) }
    var result = try await evidence(of: logs, in: folder, bytes)
    result.add(try await package())
    if context.options.isFull {
      result.add(try await largeLog(in: folder))
      result.add(try await keptLogs(in: folder))
    }
    return result
  }

  // MARK: Evidence

  private func evidence(
    of source: String, in folder: String, _ bytes: Int64
  ) async throws -> ScenarioResult {
    let logs = try Files.files(below: source)
    let zip = export(logs, in: folder, format: "zip", named: "evidence export, zip")
    let tar = export(logs, in: folder, format: "tar.zst", named: "evidence export, tar.zst")
    let archive = "\(folder)/whole"
    for (contestant, format) in [(zip, "zip"), (tar, "tar.zst")] {
      try await once(contestant.command("\(archive).\(format)"))
    }
    // The peers pack the logs as they are; one packs what the archive holds, which is less.
    let members = "\(folder)/members"
    try Files.makeFolder(members)
    try await once(BenchCommand("bsdtar", ["-x", "-f", "\(archive).zip", "-C", members]))
    let peers = ArchivePeers(members: source, programs: context.programs)
    let packing = ArchivePeers(members: members, programs: context.programs).bsdtarZip
    let packed = Contestant(
      "\(packing.name), of the members alone", missing: packing.missing, command: packing.command)
    let rounds = Rounds(context: context, scenario: "j", sources: [source, members])
    let isFull = context.options.isFull
    let results = try await rounds.run(
      [
        zip, peers.bsdtarZip, peers.zip, packed, tar, peers.bsdtarZstandard,
        verify("\(archive).zip", named: "evidence verify, zip"),
        verify("\(archive).tar.zst", named: "evidence verify, tar.zst"),
      ] + (isFull ? [peers.python, peers.tar] : []), runs: context.options.runs)
    var result = ScenarioResult()
    result.rows = [
      results.ratio(zip.name, against: peers.bsdtarZip.name, atMost: 1.1),
      results.ratio(zip.name, against: peers.zip.name, atMost: 1.1),
      results.ratio(zip.name, against: packed.name),
      results.ratio(tar.name, against: peers.bsdtarZstandard.name, atMost: 1.1),
    ]
    if isFull {
      result.rows += [
        results.ratio(zip.name, against: peers.python.name),
        results.ratio(tar.name, against: peers.tar.name),
      ]
    }
    for name in [zip.name, tar.name] {
      result.rows.append(
        results.figure(name, "peak resident memory", .mebibytes, atMost: 64) { $0.peakMebibytes })
      result.rows += results.account(of: name, bytes: bytes).filter { $0.unit != .mebibytes }
    }
    for name in ["evidence verify, zip", "evidence verify, tar.zst"] {
      result.rows += results.account(of: name)
    }
    return result
  }

  /// Two gigabytes as a device writes them, in which little is kept.
  private func largeLog(in folder: String) async throws -> ScenarioResult {
    let log = try context.inputs.largeLog(2_000_000_000)
    let bytes = try Files.size(of: log)
    let contestants = ["zip", "tar.zst"].map {
      export([log], in: folder, format: $0, named: "evidence of one log of 2 GB, \($0)")
    }
    let rounds = Rounds(context: context, scenario: "j", sources: [log])
    let results = try await rounds.run(contestants, runs: context.options.runs)
    var result = ScenarioResult()
    for contestant in contestants {
      result.rows += results.account(of: contestant.name, bytes: bytes)
    }
    return result
  }

  /// Logs of which every line is kept, and so read, pseudonymised and looked at once more.
  private func keptLogs(in folder: String) async throws -> ScenarioResult {
    let source = try context.inputs.logs(200, of: 100_000, keptOutOf: 1)
    let contestant = export(
      try Files.files(below: source), in: folder, format: "zip", named: "evidence, every line kept")
    let rounds = Rounds(context: context, scenario: "j", sources: [source])
    let results = try await rounds.run([contestant], runs: context.options.runs)
    var result = ScenarioResult()
    result.rows = results.account(
      of: contestant.name, bytes: Int64(context.inputs.scaled(200)) * 100_000)
    return result
  }

  private func export(
    _ logs: [String], in folder: String, format: String, named name: String
  ) -> Contestant {
    let intake = context.programs.intake
    return Contestant(name) { output in
      BenchCommand(
        intake,
        [
          "evidence", "export", "--results", "tests.xml", "--subsystem", InputFolder.subsystem,
          "--timeout", "600s", "--format", format, "--output", output,
        ] + logs.flatMap { ["--device-log", $0] }, in: folder)
    }
  }

  private func verify(_ archive: String, named name: String) -> Contestant {
    let intake = context.programs.intake
    return Contestant(name) { _ in BenchCommand(intake, ["evidence", "verify", archive]) }
  }

  /// Evidence is of a commit, and of a run of tests.
  private func makeRepository(_ folder: String) async throws {
    Files.remove(folder)
    try Files.makeFolder(folder)
    try Files.write([Array("*\n".utf8)], to: "\(folder)/.gitignore")
    let report =
      #"<testsuite tests="1"><testcase classname="A.S" name="a()" time="0.5"/></testsuite>"#
    try Files.write([Array(report.utf8)], to: "\(folder)/tests.xml")
    try await once(BenchCommand("git", ["init", "-q"], in: folder))
    try await once(
      BenchCommand(
        "git",
        [
          "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty",
          "-m", "First",
        ], in: folder))
  }

  private func once(_ command: BenchCommand) async throws {
    let result = try await context.launcher.run(command)
    guard result.status == 0 else {
      throw BenchError(
        "\(command.executable): exit status \(result.status): \(lastLine(result.errorOutput))")
    }
  }

  // MARK: Packages

  private func package() async throws -> ScenarioResult {
    let source = try context.inputs.package(100, of: 3_000_000)
    let bytes = try Files.files(below: source).reduce(Int64(0)) { try $0 + Files.size(of: $1) }
    try context.needDisk(5 * bytes, for: "scenario j")
    let ours = Contestant.ingest(
      context.programs, [source], durability: "none", named: "intake, package of media as zip",
      options: ["--directories", "zip"])
    let peers = ArchivePeers(members: source, programs: context.programs)
    let rounds = Rounds(context: context, scenario: "j", sources: [source])
    let results = try await rounds.run([ours, peers.zipStoringMedia], runs: context.options.runs)
    var result = ScenarioResult()
    result.rows = [results.ratio(ours.name, against: peers.zipStoringMedia.name, atMost: 1.1)]
    result.rows += results.account(of: ours.name, bytes: bytes)
    return result
  }
}
