package import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Lists what lies below a folder, one entry at a time, following no link.
///
/// Entries come in the byte order of their paths, a folder's with a slash at the end, whatever the file
/// system's own order. Holds the names of the folders on the way down, and one descriptor for each.
package struct DirectoryListing: ~Copyable {
  private let limits: Limits
  private var levels: [Level]
  private var count = 0
  private var pending: Entry?

  /// One folder on the way down, and its entries that are still to come, last one first.
  private final class Level {
    let descriptor: Descriptor
    let prefix: [UInt8]
    var rest: [Entry] = []

    init(_ descriptor: consuming Descriptor, prefix: [UInt8]) {
      self.descriptor = descriptor
      self.prefix = prefix
    }
  }

  init(of folder: SourceFolder, limits: Limits) throws(IntakeError) {
    self.limits = limits
    levels = []
    do throws(Errno) {
      let root = Level(try Descriptor(openingFolder: ".", in: folder.descriptor.number), prefix: [])
      levels = [root]
    } catch {
      throw .source(error, at: .loading, path: folder.path)
    }
    try read(levels[0], path: folder.path)
  }

  /// The next entry; `nil` at the end. The content of a folder comes after the folder.
  ///
  /// - Throws: ``IntakeError`` at stage `loading` with `sourceDenied`, `sourceMissing`, `sourceIsLink`,
  ///   `tooManyOpenFiles` or `readFailed` for a folder that could not be read, with `loadFailed` for one that
  ///   lies too deep, and with `overCountLimit`. Calling again goes on behind that folder.
  package mutating func next() throws(IntakeError) -> Entry? {
    if let folder = pending {
      pending = nil
      try descend(into: folder)
    }
    while let level = levels.last {
      guard let entry = level.rest.popLast() else {
        levels.removeLast()
        continue
      }
      if entry.kind == .directory { pending = entry }
      return entry
    }
    return nil
  }

  private mutating func descend(into folder: Entry) throws(IntakeError) {
    guard levels.count <= limits.depth, let parent = levels.last else {
      throw IntakeError(
        .loadFailed, at: .loading,
        "the folder \(folder.path) lies deeper than \(limits.depth) folders, and is not entered")
    }
    let level: Level
    do throws(Errno) {
      let name = folder.components.last ?? [0]
      level = Level(
        try Descriptor(openingFolder: name, in: parent.descriptor.number),
        prefix: folder.bytes + [0x2F])
    } catch {
      throw .source(error, at: .loading, path: folder.path)
    }
    try read(level, path: folder.path)
    levels.append(level)
  }

  /// Reads and sorts the entries of one folder.
  private mutating func read(_ level: Level, path: String) throws(IntakeError) {
    do throws(Errno) {
      var stream = try DirectoryStream(of: level.descriptor)
      while let entry = try stream.next() {
        count += 1
        if count > limits.count { break }
        let kind = try kind(of: entry, in: level.descriptor)
        level.rest.append(Entry(bytes: level.prefix + entry.name, kind: kind))
      }
    } catch {
      throw .source(error, at: .loading, path: path)
    }
    if count > limits.count {
      levels = []
      throw IntakeError(
        .overCountLimit, at: .loading,
        "the folder holds more than \(limits.count) entries; take it in by parts")
    }
    level.rest.sort { $1.isBefore($0) }
  }

  private func kind(
    of entry: DirectoryStream.Entry, in folder: borrowing Descriptor
  ) throws(Errno) -> FileKind {
    if entry.kind != .unknown { return entry.kind }
    return try FileStatus(of: entry.name.map(CChar.init(bitPattern:)) + [0], in: folder.number).kind
  }
}
