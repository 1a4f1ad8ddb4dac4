extension CountRun {
  /// What is counted: the same with few and with many attachments.
  struct Cell {
    let name: String
    let few: (number: Int, contestant: Contestant)
    let many: (number: Int, contestant: Contestant)
  }

  /// All cells; makes their inputs.
  ///
  /// In the worker and not by the command, since commits that wait for others to join them make groups of a size that
  /// depends on how fast the machine is; and with two loads at once, so that more cores reserve no more.
  func cells() throws -> [Cell] {
    let small = (few: try files(100, of: 4096), many: try files(1100, of: 4096))
    let photos = (few: try files(20, of: 3_000_000), many: try files(70, of: 3_000_000))
    return ["none", "group"].flatMap { durability in
      func contestant(_ worker: String, _ arguments: [String: String]) -> Contestant {
        let common = ["durability": durability, "jobs": "2", "unhurried": "yes"]
        return .worker(
          context.programs, worker, named: worker, arguments.merging(common) { own, _ in own })
      }
      func files(_ folder: String) -> Contestant { contestant("files", ["folder": folder]) }
      func stream(_ count: Int) -> Contestant {
        contestant("stream", ["count": "\(count)", "size": "4096"])
      }
      return [
        Cell(
          name: "files of 4 KB, durability \(durability)", few: (100, files(small.few)),
          many: (1100, files(small.many))),
        Cell(
          name: "photos of 3 MB, durability \(durability)", few: (20, files(photos.few)),
          many: (70, files(photos.many))),
        Cell(
          name: "stream of 4 KB, durability \(durability)", few: (100, stream(100)),
          many: (1100, stream(1100))),
      ]
    }
  }

  private func files(_ count: Int, of size: Int) throws -> String {
    try InputFolder(path: context.inputs.path, scale: 100).photos(count, of: size)
  }
}
