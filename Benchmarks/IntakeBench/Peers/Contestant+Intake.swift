extension Contestant {
  /// `intake ingest` of files or folders into a new container.
  ///
  /// - Parameter jobs: How many files are read at once; `nil` for the default.
  static func ingest(
    _ programs: Programs, _ paths: [String], durability: String, jobs: Int? = nil,
    named name: String? = nil, options: [String] = []
  ) -> Contestant {
    let title = "intake, durability \(durability)" + (jobs.map { ", \($0) jobs" } ?? "")
    let intake = programs.intake
    return Contestant(name ?? title) { output in
      BenchCommand(
        intake,
        ["ingest", "--container", output, "--durability", durability, "--quiet"]
          + (jobs.map { ["--jobs", "\($0)"] } ?? []) + options + ["--"] + paths)
    }
  }

  /// A worker: this program again, for what needs the pipeline's own figures and a process of its own.
  ///
  /// - Parameter arguments: Names and values; the new container is `container`.
  static func worker(
    _ programs: Programs, _ worker: String, named name: String, _ arguments: [String: String]
  ) -> Contestant {
    let bench = programs.bench
    return Contestant(name) { output in
      let given = arguments.merging(["container": output]) { given, _ in given }
      return BenchCommand(
        bench,
        ["worker", worker] + given.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    }
  }
}
