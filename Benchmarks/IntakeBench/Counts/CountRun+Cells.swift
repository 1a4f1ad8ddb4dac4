extension CountRun {
  /// What is counted: the same with few and with many attachments.
  struct Cell {
    let name: String
    let few: (number: Int, contestant: Contestant)
    let many: (number: Int, contestant: Contestant)
    /// What tells the bytes that were reserved at peak.
    let reserving: Contestant
  }

  /// Two loads at once, so that more cores reserve no more.
  private static let jobs = 2

  /// All cells; makes their inputs.
  func cells() throws -> [Cell] {
    let programs = context.programs
    let small = (few: try files(100, of: 4096), many: try files(1100, of: 4096))
    let photos = (few: try files(20, of: 3_000_000), many: try files(70, of: 3_000_000))
    return ["none", "group"].flatMap { durability in
      func ingest(_ folder: String) -> Contestant {
        .ingest(programs, [folder], durability: durability, jobs: Self.jobs)
      }
      func reserving(_ folder: String) -> Contestant {
        .worker(
          programs, "files", named: "files",
          ["folder": folder, "durability": durability, "jobs": "\(Self.jobs)"])
      }
      func stream(_ count: Int) -> Contestant {
        .worker(
          programs, "stream", named: "stream",
          ["count": "\(count)", "size": "4096", "durability": durability, "jobs": "\(Self.jobs)"])
      }
      return [
        Cell(
          name: "files of 4 KB, durability \(durability)", few: (100, ingest(small.few)),
          many: (1100, ingest(small.many)), reserving: reserving(small.many)),
        Cell(
          name: "photos of 3 MB, durability \(durability)", few: (20, ingest(photos.few)),
          many: (70, ingest(photos.many)), reserving: reserving(photos.many)),
        Cell(
          name: "stream of 4 KB, durability \(durability)", few: (100, stream(100)),
          many: (1100, stream(1100)), reserving: stream(1100)),
      ]
    }
  }

  private func files(_ count: Int, of size: Int) throws -> String {
    try InputFolder(path: context.inputs.path, scale: 100).photos(count, of: size)
  }
}
