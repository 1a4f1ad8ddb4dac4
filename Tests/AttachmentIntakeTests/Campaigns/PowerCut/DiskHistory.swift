/// What recorded processes did to a folder: every change, when it was made, and since when it is on the disk.
///
/// A model of what POSIX promises and no more: content is on the disk once its file was synchronised, and an
/// entry once its folder was, each counted from the changes that had returned before the call began.
struct DiskHistory {
  typealias NodeID = Int

  struct Change {
    enum Kind {
      case write(NodeID, at: Int, [UInt8])
      case resize(NodeID, to: Int)
      case add(name: String, to: NodeID, NodeID)
      case remove(name: String, from: NodeID)
    }

    let kind: Kind
    let begin: Int
    let end: Int
    /// The time from which it is on the disk; `nil` if that is never certain.
    var durableFrom: Int?

    /// The file or folder that has to be synchronised.
    var node: NodeID {
      switch kind {
      case .write(let node, _, _), .resize(let node, _), .add(_, let node, _), .remove(_, let node):
        node
      }
    }
  }

  private struct Sync {
    /// `nil` for the whole file system.
    let node: NodeID?
    let begin: Int
    let end: Int
  }

  /// The folder that is recorded, as it was before: empty.
  static let root: NodeID = 0

  private(set) var changes: [Change] = []
  /// What was written to standard outputs, and when that began.
  private(set) var output: [(text: String, begin: Int)] = []
  /// Times at which something happened to the folder.
  private(set) var moments: [Int] = []
  /// The end of the last recording.
  private(set) var now = 0

  private let path: String
  private var entries: [NodeID: [String: NodeID]] = [root: [:]]
  private var sizes: [NodeID: Int] = [:]
  private var lastNode = root
  private var syncs: [Sync] = []

  /// A history of what happens in the folder `path`, which is empty.
  init(of path: String) { self.path = path }

  /// An open file; shared by descriptors that were copied.
  final class OpenFile {
    /// `nil` for one that lies elsewhere.
    let node: NodeID?
    var position = 0
    init(_ node: NodeID?) { self.node = node }
  }
}

// MARK: Names

extension DiskHistory {
  /// The folder that holds the last component of a path, and that component; `nil` elsewhere.
  func place(of path: String, in folder: NodeID?) -> (folder: NodeID, name: String)? {
    var parts = path.split(separator: "/").map(String.init)[...]
    var stack: [NodeID]
    if path.hasPrefix("/") {
      let root = self.path.split(separator: "/").map(String.init)
      guard parts.starts(with: root) else { return nil }
      parts = parts.dropFirst(root.count)
      stack = [Self.root]
    } else {
      guard let folder else { return nil }
      stack = chain(to: folder)
    }
    guard let name = parts.popLast() else { return (Self.root, ".") }
    for part in parts where part != "." {
      guard let node = stack.last, let next = entries[node]?[part] else { return nil }
      stack.append(next)
    }
    if name == ".." {
      stack.removeLast()
      return stack.last.map { ($0, ".") }
    }
    return stack.last.map { ($0, name) }
  }

  private func chain(to node: NodeID) -> [NodeID] {
    if node == Self.root { return [node] }
    let parent = entries.first { $0.value.values.contains(node) }?.key
    return (parent.map { chain(to: $0) } ?? []) + [node]
  }

  func node(at path: String, in folder: NodeID?) -> NodeID? {
    guard let place = place(of: path, in: folder) else { return nil }
    return place.name == "." ? place.folder : entries[place.folder]?[place.name]
  }

  mutating func newNode(isFolder: Bool) -> NodeID {
    lastNode += 1
    if isFolder { entries[lastNode] = [:] } else { sizes[lastNode] = 0 }
    return lastNode
  }

  func isFolder(_ node: NodeID) -> Bool { entries[node] != nil }

  func size(of node: NodeID) -> Int { sizes[node] ?? 0 }
}

// MARK: Events

extension DiskHistory {
  mutating func add(
    _ name: String, to folder: NodeID, _ node: NodeID, begin: Int, end: Int
  ) {
    entries[folder]?[name] = node
    record(.add(name: name, to: folder, node), begin, end)
  }

  mutating func remove(_ name: String, from folder: NodeID, begin: Int, end: Int) {
    entries[folder]?[name] = nil
    record(.remove(name: name, from: folder), begin, end)
  }

  mutating func write(_ bytes: [UInt8], to node: NodeID, at offset: Int, begin: Int, end: Int) {
    sizes[node] = max(size(of: node), offset + bytes.count)
    record(.write(node, at: offset, bytes), begin, end)
  }

  mutating func resize(_ node: NodeID, to size: Int, begin: Int, end: Int) {
    sizes[node] = size
    record(.resize(node, to: size), begin, end)
  }

  /// - Parameter node: `nil` for the whole file system.
  mutating func synchronise(_ node: NodeID?, begin: Int, end: Int) {
    syncs.append(Sync(node: node, begin: begin, end: end))
    moments.append(end)
  }

  mutating func report(_ text: String, begin: Int) {
    output.append((text, begin))
    moments.append(begin)
  }

  /// How often the file or folder at `path` was synchronised.
  func synchronisations(of path: String) -> Int {
    guard let node = node(at: path, in: Self.root) else { return 0 }
    return syncs.count { $0.node == nil || $0.node == node }
  }

  private mutating func record(_ kind: Change.Kind, _ begin: Int, _ end: Int) {
    changes.append(Change(kind: kind, begin: begin, end: end))
    moments += [begin, end]
  }

  /// Ends a recording of `length` lines, and works out what is on the disk from when on.
  mutating func endRecording(length: Int) {
    now += length + 1
    for index in changes.indices where changes[index].durableFrom == nil {
      let change = changes[index]
      changes[index].durableFrom =
        syncs.filter { sync in
          sync.begin > change.end && (sync.node == nil || sync.node == change.node)
        }.map(\.end).min()
    }
    changes.sort { $0.begin < $1.begin }
    moments.sort()
  }
}
