import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files that a ``ScriptedProvider`` delivers, each in a folder of its own until its callback returns.
final class DeliveredFiles: Sendable {
  private let name: String
  private let base: String?
  private let folder = Mutex<TemporaryFolder?>(nil)
  private let deliveries = Mutex(0)

  /// - Parameters:
  ///   - name: The name that the provider suggests, which the file bears where a file can.
  ///   - base: Where the files lie; `TMPDIR` by default.
  init(name: String?, base: String? = nil) {
    self.base = base
    let bytes = name.map { Array($0.utf8) } ?? []
    let isUsable =
      (1...255).contains(bytes.count) && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
      && name != "." && name != ".."
    self.name = isUsable ? name ?? "file" : "file"
  }

  /// How many deliveries are still there.
  var remaining: Int {
    guard let folder = folder.withLock({ $0 }) else { return 0 }
    return (try? folder.list().count) ?? 0
  }

  /// Calls back with the path of a file, and removes the file afterwards.
  ///
  /// - Returns: Whether an original was left as it was.
  @discardableResult
  func deliver(
    _ content: ScriptedProvider.Content, original: Bool,
    to completion: (String?, (any Error)?) -> Void
  ) -> Bool {
    let delivery: (folder: String, path: String?, interception: ReadInterception?)
    do {
      delivery = try prepare(content)
    } catch {
      // A fault of the test's own surroundings, such as a full disk: it is not hidden.
      completion(nil, error)
      return true
    }
    let before = original ? delivery.path.flatMap(FileState.init) : nil
    if case .denied = content {
      RestrictedAccess.run { completion(delivery.path, content.error) }
    } else {
      completion(delivery.path, content.error)
    }
    let after = original ? delivery.path.flatMap(FileState.init) : nil
    delivery.interception?.end()
    FolderRemoval.remove(delivery.folder)
    return before == after
  }

  private func prepare(
    _ content: ScriptedProvider.Content
  ) throws -> (folder: String, path: String?, interception: ReadInterception?) {
    let folder = try sharedFolder()
    let number = deliveries.withLock { number in
      number += 1
      return number
    }
    let own = try folder.makeFolder("\(number)")
    let relative = "\(number)/\(name)"
    var path: String? = folder.path(of: relative)
    var interception: ReadInterception?
    switch content {
    case .file(let content), .data(let content), .fileAndError(let content, _):
      try folder.write(content, to: relative)
    case .denied(let content):
      let file = try folder.write(content, to: relative)
      try SystemCallFailure.check("chmod", file) { chmod(file, 0) }
    case .made(let make): try make(folder.path(of: relative))
    case .removedFile: break
    case .path(let elsewhere): path = elsewhere
    case .folder(let files):
      try folder.makeFolder(relative)
      for (name, content) in files { try folder.write(content, to: "\(relative)/\(name)") }
    case .link(let content):
      let target = try folder.write(content, to: "\(number)/.target")
      try folder.link(relative, to: target)
    case .changing(let content, let change, let read):
      let file = try folder.write(content, to: relative)
      interception = try ReadInterception(of: file, atRead: read, change)
    case .error, .nothing: path = nil
    }
    return (own, path, interception)
  }

  private func sharedFolder() throws -> TemporaryFolder {
    try folder.withLock { folder in
      if let folder { return folder }
      let made = try TemporaryFolder(base: base)
      folder = made
      return made
    }
  }
}

/// What tells whether a file was changed, replaced or removed.
private struct FileState: Equatable {
  let device: dev_t
  let number: ino_t
  let size: off_t
  /// The time of the last change of content, as the system holds it.
  let changed: [UInt8]

  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
    size = status.st_size
    #if canImport(Darwin)
      changed = withUnsafeBytes(of: status.st_mtimespec) { Array($0) }
    #else
      changed = withUnsafeBytes(of: status.st_mtim) { Array($0) }
    #endif
  }
}
