extension DiskHistory {
  /// Adds what one process did.
  mutating func append(_ trace: CallTrace) {
    var reading = Reading(offset: now)
    for event in trace.events {
      let call = trace.calls[event.call]
      if event.isEnd {
        if (call.result ?? -1) >= 0 { reading.ended(call, &self) }
      } else {
        reading.began(call, &self)
      }
    }
    // Calls that did not return may have done what they should: never durable, so a coin decides.
    endRecording(length: trace.length)
  }

  /// The descriptors of one process, as its calls go by.
  private struct Reading {
    let offset: Int
    var open: [Int: OpenFile] = [:]
    /// Sources of links, by the line at which the call began: the descriptor may be closed by its end.
    var sources: [Int: NodeID] = [:]
    var targets: [Int: OpenFile] = [:]

    mutating func began(_ call: TracedCall, _ disk: inout DiskHistory) {
      switch call.name {
      case "close":
        // Another thread may be given the number before this one has returned.
        if let number = call.number(0) { open[number] = nil }
      case "write":
        if call.number(0) == 1 { disk.report(call.path(1), begin: offset + call.begin) }
        targets[call.begin] = file(call, 0)
      case "pwrite64", "ftruncate", "fsync", "fdatasync":
        targets[call.begin] = file(call, 0)
      case "copy_file_range": targets[call.begin] = file(call, 2)
      case "linkat": sources[call.begin] = node(call.path(1), call.number(0), disk)
      default: break
      }
    }

    mutating func ended(_ call: TracedCall, _ disk: inout DiskHistory) {
      let (begin, end) = (offset + call.begin, offset + (call.end ?? call.begin))
      let target = targets.removeValue(forKey: call.begin)
      switch call.name {
      case "open", "openat", "openat2": opened(call, &disk, begin, end)
      case "dup", "dup2", "dup3", "fcntl": copied(call)
      case "lseek": if let file = file(call, 0) { file.position = call.result ?? 0 }
      case "write":
        guard let target, let node = target.node, let count = call.result else { return }
        disk.write(
          Array(call.bytes(1).prefix(count)), to: node, at: target.position, begin: begin, end: end)
        target.position += count
      case "pwrite64":
        guard let node = target?.node, let place = call.number(3) else { return }
        disk.write(
          Array(call.bytes(1).prefix(call.result ?? 0)), to: node, at: place, begin: begin, end: end
        )
      case "ftruncate":
        guard let node = target?.node, let size = call.number(1) else { return }
        disk.resize(node, to: size, begin: begin, end: end)
      case "fsync", "fdatasync":
        if let node = target?.node { disk.synchronise(node, begin: begin, end: end) }
      case "sync", "syncfs": disk.synchronise(nil, begin: begin, end: end)
      case "mkdir", "mkdirat", "unlink", "unlinkat", "rmdir", "linkat", "rename", "renameat",
        "renameat2":
        changedNames(call, &disk, begin, end)
      case "writev", "pwritev", "pwritev2", "copy_file_range", "sendfile":
        precondition(
          target?.node == nil && file(call, 0)?.node == nil, "\(call.name) is not modelled")
      default: break
      }
    }

    private mutating func changedNames(
      _ call: TracedCall, _ disk: inout DiskHistory, _ begin: Int, _ end: Int
    ) {
      let isAt = call.name.contains("at")
      let place = place(call.path(isAt ? 1 : 0), isAt ? call.number(0) : nil, disk)
      switch call.name {
      case "mkdir", "mkdirat":
        guard let place else { return }
        let node = disk.newNode(isFolder: true)
        disk.add(place.name, to: place.folder, node, begin: begin, end: end)
      case "unlink", "unlinkat", "rmdir":
        guard let place else { return }
        disk.remove(place.name, from: place.folder, begin: begin, end: end)
      case "linkat":
        guard let node = sources.removeValue(forKey: call.begin),
          let target = self.place(call.path(3), call.number(2), disk)
        else { return }
        disk.add(target.name, to: target.folder, node, begin: begin, end: end)
      default:
        guard let place, let node = disk.node(at: place.name, in: place.folder) else { return }
        let target = self.place(call.path(isAt ? 3 : 1), isAt ? call.number(2) : nil, disk)
        disk.remove(place.name, from: place.folder, begin: begin, end: end)
        guard let target else { return }
        disk.add(target.name, to: target.folder, node, begin: begin, end: end)
      }
    }

    private mutating func opened(
      _ call: TracedCall, _ disk: inout DiskHistory, _ begin: Int, _ end: Int
    ) {
      guard let number = call.result else { return }
      let isAt = call.name != "open"
      let path = call.path(isAt ? 1 : 0)
      let flags = call.text(isAt ? 2 : 1)
      var node = self.node(path, isAt ? call.number(0) : nil, disk)
      if flags.contains("O_TMPFILE") {
        node = node.map { _ in disk.newNode(isFolder: false) }
      } else if node == nil, flags.contains("O_CREAT") {
        if let place = place(path, isAt ? call.number(0) : nil, disk) {
          let new = disk.newNode(isFolder: false)
          disk.add(place.name, to: place.folder, new, begin: begin, end: end)
          node = new
        }
      } else if let node, flags.contains("O_TRUNC") {
        disk.resize(node, to: 0, begin: begin, end: end)
      }
      open[number] = OpenFile(node)
    }

    private mutating func copied(_ call: TracedCall) {
      let isCopy = call.name != "fcntl" || call.text(1).hasPrefix("F_DUPFD")
      if isCopy, let number = call.result { open[number] = file(call, 0) }
    }

    private func file(_ call: TracedCall, _ index: Int) -> OpenFile? {
      call.number(index).flatMap { open[$0] }
    }

    private func place(
      _ path: String, _ folder: Int?, _ disk: DiskHistory
    ) -> (folder: NodeID, name: String)? {
      disk.place(of: path, in: folder.flatMap { open[$0]?.node })
    }

    private func node(_ path: String, _ folder: Int?, _ disk: DiskHistory) -> NodeID? {
      let descriptors = "/proc/self/fd/"
      if path.hasPrefix(descriptors) {
        return Int(path.dropFirst(descriptors.count)).flatMap { open[$0]?.node }
      }
      return disk.node(at: path, in: folder.flatMap { open[$0]?.node })
    }
  }
}
