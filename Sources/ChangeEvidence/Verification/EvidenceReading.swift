import Archives
import IntakeModel
import ShareContract

/// One pass over one archive.
struct EvidenceReading {
  private let file: ArchiveFile
  private let keep: [String: Int]
  private let checksBytes: Bool
  private let stopAfter: String?
  private var content = EvidenceContent()
  /// The names so far, folded, with the name as it was found.
  private var names: [String: String] = [:]

  private static let maximumFaults = 100

  private static var limits: ArchiveReadingLimits {
    var limits = ArchiveReadingLimits()
    limits.entries = EvidenceLimits.members + SealingMember.allCases.count + 1
    limits.freeBytes = EvidenceLimits.freeBytes
    return limits
  }

  init(file: ArchiveFile, keep: [String: Int], checksBytes: Bool, stopAfter: String?) {
    self.file = file
    self.keep = keep
    self.checksBytes = checksBytes
    self.stopAfter = stopAfter
  }

  mutating func read() throws -> EvidenceContent {
    let file = file
    let source: (UnsafeMutableRawBufferPointer, Int64) throws -> Int = { try file.read($0, at: $1) }
    var reader: ArchiveReader
    do {
      reader = try ArchiveReader(size: file.size, limits: Self.limits, read: source)
    } catch let error as ArchiveError where error.kind != .libraryMissing {
      content.faults.append("it is no archive that is read here, or it is damaged: \(text(error))")
      return content
    } catch let error as ArchiveError {
      throw EvidenceError("archives need libarchive (Debian: libarchive13): \(error)")
    }
    do {
      try read(&reader, source)
    } catch let error as ArchiveError {
      let place =
        reader.entry.map { "member \(Quotation.of($0.name))" }
        ?? "behind \(content.members.count) members"
      content.faults.append("\(place): \(text(error))")
    }
    return content
  }

  private mutating func read(
    _ reader: inout ArchiveReader,
    _ source: @escaping (UnsafeMutableRawBufferPointer, Int64) throws -> Int
  ) throws {
    var rebuilding: Rebuilding?
    while let entry = try reader.next() {
      try Task.checkCancellation()
      if content.format == nil { try begin(reader.container, source, &rebuilding) }
      guard let path = check(entry), let size = entry.size else { continue }
      let member = try readMember(path, entry, size, &reader, rebuilding)
      content.members.append(member)
      if path.text == stopAfter { return }
    }
    if content.format == nil {
      fault("it holds no members")
      return
    }
    content.isComplete = true
    if content.faults.isEmpty, let rebuilding {
      content.isCanonical = try rebuilding.finish() == file.digest()
    }
  }

  /// The kind of archive is known with the first entry, and then how it is built is checked.
  private mutating func begin(
    _ container: ArchiveReader.Container?,
    _ source: @escaping (UnsafeMutableRawBufferPointer, Int64) throws -> Int,
    _ rebuilding: inout Rebuilding?
  ) throws {
    content.format = EvidenceFormat(container)
    guard let format = content.format else {
      fault("it is a plain tar; evidence is a zip or a tar.zst")
      content.format = .tarZstandard
      return
    }
    do {
      switch format {
      case .zip: try ZipStructure(size: file.size, read: source).check(within: Self.limits)
      case .tarZstandard:
        try TarStructure(size: file.size, read: source).check(within: Self.limits)
      }
    } catch let error as ArchiveError {
      let what = format == .zip ? "the zip says two things" : "the tar holds more than its members"
      fault(error.kind == .malformed ? "\(what): \(text(error))" : text(error))
    }
    if checksBytes { rebuilding = try Rebuilding(format) }
  }

  /// Looks at what an entry says of itself; `nil` where it is no member.
  private mutating func check(_ entry: ArchiveEntry) -> EvidencePath? {
    let name = "member \(Quotation.of(entry.name))"
    guard let text = String(validating: entry.name, as: UTF8.self) else {
      fault("\(name): its name is not UTF-8")
      return nil
    }
    if let reason = EvidencePath.fault(of: text) {
      fault("\(name): \(reason)")
      return nil
    }
    guard entry.kind == .file else {
      let kind =
        switch entry.kind {
        case .directory: "a folder"
        case .link: "a link"
        default: "a device or the like"
        }
      fault("\(name) is \(kind); evidence holds files alone")
      return nil
    }
    guard entry.size != nil, let path = try? EvidencePath(text) else {
      fault("\(name) declares no size")
      return nil
    }
    if let other = names.updateValue(text, forKey: path.caseFolded) {
      fault(
        other == text
          ? "\(name) is there twice"
          : "\(name) and \(Quotation.of(other)) are one name to some systems")
      return nil
    }
    if let last = content.members.last, path < last.path {
      fault("\(name) stands behind \(Quotation.of(last.path.text)), out of order")
    }
    if entry.permissions != 0o644 {
      fault("\(name) has the mode \(String(entry.permissions, radix: 8)) instead of 644")
    }
    return path
  }

  private mutating func readMember(
    _ path: EvidencePath, _ entry: ArchiveEntry, _ size: Int64, _ reader: inout ArchiveReader,
    _ rebuilding: Rebuilding?
  ) throws -> EvidenceContent.Member {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { chunk.deallocate() }
    let limit = keep[path.text]
    var bytes: [UInt8] = []
    let digest = MemberDigest(try StreamDigest())
    var isTooLarge = false
    // Ahead of the rest, since its first bytes tell how a member is written.
    var ahead = UnsafeRawBufferPointer(rebasing: chunk[..<(try reader.read(into: chunk))])
    let prefix = Array(ahead.prefix(MemberContent.prefixLength))
    func next(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      try Task.checkCancellation()
      let count: Int
      if ahead.isEmpty {
        count = try reader.read(into: buffer)
      } else {
        count = min(ahead.count, buffer.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: ahead[..<count]))
        ahead = UnsafeRawBufferPointer(rebasing: ahead[count...])
      }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      try digest.update(piece)
      if let limit {
        if bytes.count + count <= limit { bytes += piece } else { isTooLarge = true }
      }
      return count
    }
    if let rebuilding {
      try rebuilding.add(path, size, entry.modified, prefix: prefix, next)
    } else {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
      defer { buffer.deallocate() }
      while try next(buffer) > 0 {}
    }
    if isTooLarge {
      fault("member \(Quotation.of(path.text)) has \(size) bytes, more than are read of it")
    } else if limit != nil {
      content.kept[path.text] = bytes
    }
    return EvidenceContent.Member(
      path: path, size: size, digest: try digest.finish(), time: entry.modified?.seconds)
  }

  private mutating func fault(_ text: String) {
    if content.faults.count < Self.maximumFaults {
      content.faults.append(text)
    } else if content.faults.count == Self.maximumFaults {
      content.faults.append("and more")
    }
  }

  /// libarchive's own text may hold a name.
  private func text(_ error: ArchiveError) -> String { Quotation.escaped(error.text) }
}

/// A digest that a closure can add to.
private final class MemberDigest {
  private var digest: StreamDigest?

  init(_ digest: consuming StreamDigest) { self.digest = consume digest }

  func update(_ bytes: UnsafeRawBufferPointer) throws { try digest?.update(bytes) }

  /// Ends it.
  func finish() throws(EvidenceError) -> ContentDigest {
    guard let digest = digest.take() else { return try StreamDigest.of([]) }
    return try digest.finish()
  }
}
