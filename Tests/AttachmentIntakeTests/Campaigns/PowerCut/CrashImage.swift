import IntakeTesting

/// What may be on the disk after the power was cut at one moment.
///
/// Everything that was certain to be there is; of the rest, coins decide: each write, change of size and
/// entry for itself, in part or whole, in any order that leaves the last of two to one name in force.
struct CrashImage {
  let cut: Int
  private let history: DiskHistory
  private var coins: SeededGenerator
  /// How likely an unsynced write, and an unsynced change of a folder, survives.
  private let survival: (content: Double, entries: Double)

  init(of history: DiskHistory, cutAt cut: Int, seed: UInt64) {
    self.cut = cut
    self.history = history
    coins = SeededGenerator(seed: seed)
    let chances = [0, 0.1, 0.5, 0.9, 1]
    survival = (chances.randomElement(using: &coins)!, chances.randomElement(using: &coins)!)
  }

  /// Makes the image in `folder`, which is empty.
  mutating func write(to folder: TemporaryFolder) throws {
    var entries: [DiskHistory.NodeID: [String: DiskHistory.NodeID]] = [:]
    var contents: [DiskHistory.NodeID: [UInt8]] = [:]
    for change in history.changes where change.begin < cut {
      let isSafe = change.durableFrom.map { $0 < cut } ?? false
      switch change.kind {
      case .write(let node, let offset, let bytes):
        if isSafe || survives(survival.content) {
          apply(
            bytes, at: offset, to: &contents[node, default: []], isTorn: !isSafe && survives(0.15))
        } else if survives(0.1) {
          // The size got there, the content did not.
          extend(&contents[node, default: []], to: offset + bytes.count)
        }
      case .resize(let node, let size):
        guard isSafe || survives(survival.content) else { continue }
        var content = contents[node] ?? []
        extend(&content, to: size)
        contents[node] = Array(content[..<size])
      case .add(let name, let folder, let node):
        if isSafe || survives(survival.entries) { entries[folder, default: [:]][name] = node }
      case .remove(let name, let folder):
        if isSafe || survives(survival.entries) { entries[folder, default: [:]][name] = nil }
      }
    }
    try write(DiskHistory.root, as: "", entries, contents, to: folder)
  }

  private mutating func write(
    _ node: DiskHistory.NodeID, as path: String,
    _ entries: [DiskHistory.NodeID: [String: DiskHistory.NodeID]],
    _ contents: [DiskHistory.NodeID: [UInt8]], to folder: TemporaryFolder
  ) throws {
    for (name, child) in (entries[node] ?? [:]).sorted(by: { $0.key < $1.key }) {
      let childPath = path.isEmpty ? name : "\(path)/\(name)"
      if history.isFolder(child) {
        try folder.makeFolder(childPath)
        try write(child, as: childPath, entries, contents, to: folder)
      } else if name.hasSuffix("-shm"), survives(0.5) {
        // Shared memory of processes that are dead, written at no time that anybody could say.
        try folder.write(
          (0..<32_768).map { _ in UInt8.random(in: 0...255, using: &coins) }, to: childPath)
      } else {
        try folder.write(contents[child] ?? [], to: childPath)
      }
    }
  }

  private mutating func survives(_ chance: Double) -> Bool {
    Double.random(in: 0..<1, using: &coins) < chance
  }

  /// Writes sector by sector, since a disk writes no less at once.
  private mutating func apply(
    _ bytes: [UInt8], at offset: Int, to content: inout [UInt8], isTorn: Bool
  ) {
    extend(&content, to: offset + bytes.count)
    if !isTorn {
      content.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
      return
    }
    for start in stride(from: 0, to: bytes.count, by: 512) where survives(0.5) {
      let end = min(bytes.count, start + 512)
      content.replaceSubrange((offset + start)..<(offset + end), with: bytes[start..<end])
    }
  }

  private func extend(_ content: inout [UInt8], to size: Int) {
    if content.count < size {
      content += [UInt8](repeating: 0, count: size - content.count)
    }
  }
}
