import BenchResults

/// (i): documents that last, each opened by the confined program first.
struct LibraryScenario {
  let context: BenchContext

  func run() async throws -> ScenarioResult {
    let count = context.inputs.scaled(1000)
    let bytes = Int64(count) * 100_000
    try context.needDisk(5 * bytes, for: "scenario i")
    let source = try context.inputs.documents(1000)
    let files = try Files.files(below: source)
    let (programs, validator) = (context.programs, context.programs.validator)
    func importing(_ durability: String, validates: Bool) -> Contestant {
      let name =
        "intake library import, durability \(durability)\(validates ? "" : ", without validation")"
      return Contestant(name, missing: validates ? validator : nil) { output in
        BenchCommand(
          programs.intake,
          ["library", "import", "--container", output, "--durability", durability]
            + (validates ? [] : ["--no-validation"]) + ["--"] + files)
      }
    }
    let none = importing("none", validates: true)
    let group = importing("group", validates: true)
    let bare = importing("group", validates: false)
    let peer = Contestant("cp -r, then qpdf --check", missing: Programs.missing("cp", "qpdf")) {
      .shell(
        #"cp -r -- "$1" "$2" && find "$2" -type f -exec qpdf --check {} ';' >/dev/null"#, source, $0
      )
    }
    let rounds = Rounds(context: context, scenario: "i", sources: [source])
    let results = try await rounds.run([none, group, bare, peer], runs: context.options.runs)
    var result = ScenarioResult()
    result.rows = [results.ratio(group.name, against: peer.name)]
    for contestant in [none, group, bare] {
      result.rows += results.account(of: contestant.name, bytes: bytes)
    }
    return result
  }
}
