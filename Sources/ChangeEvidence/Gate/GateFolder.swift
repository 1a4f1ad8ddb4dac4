#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The new folder that a gate keeps everything in.
///
/// `results.json` and `verdict.json` hold nothing but names of tests, verdicts and places (P10); what the command
/// wrote, which may hold anything, is in `raw`.
package struct GateFolder: Sendable, Hashable {
  /// An absolute path.
  package let path: String
  package var rawPath: String { path + "/raw" }

  /// The variable in which the command finds the folder for its reports.
  package static let variable = "INTAKE_GATE_RESULTS"
  package static let resultsName = "results.json"
  package static let verdictName = "verdict.json"
  /// The file in which a command names the reason of its failure.
  static let complaintName = "complaint"
  /// The file that a drill leaves.
  static let drillName = "drill-asserted"

  /// Makes the folder, with those above it.
  ///
  /// - Throws: ``GateError`` also where it is there and holds something: an old report must not pass for a new
  ///   one.
  package init(creating path: String) throws(GateError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      guard mkdir(made, 0o777) == 0 || errno == EEXIST else {
        throw GateError("the folder '\(path)' cannot be made", errno)
      }
    }
    guard let resolved = realpath(path, nil) else {
      throw GateError("the folder '\(path)' cannot be used", errno)
    }
    defer { free(resolved) }
    self.path = String(cString: resolved)
    guard try Self.names(in: self.path).isEmpty else {
      throw GateError(
        "the folder '\(path)' holds something already; remove it or name another, since results go into a "
          + "new one, so that an old report cannot pass for a new one")
    }
    guard mkdir(rawPath, 0o777) == 0 else {
      throw GateError("the folder '\(path)' cannot be written", errno)
    }
  }

  /// Makes a folder with a new name in the folder for temporary files.
  package init(temporaryIn parent: String) throws(GateError) {
    let template = strdup(parent + "/intake-gate-XXXXXX")
    defer { free(template) }
    guard let template, mkdtemp(template) != nil else {
      throw GateError("no temporary folder can be made in '\(parent)'", errno)
    }
    try self.init(creating: String(cString: template))
  }

  /// Removes the folder with all that the command left in it.
  package func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    // Links are removed, not followed.
    if unlink(path) == 0 { return }
    for name in (try? names(in: path)) ?? [] { remove(path + "/" + name) }
    rmdir(path)
  }

  // MARK: Files

  /// The names of what lies in a folder, in byte order.
  static func names(in folder: String) throws(GateError) -> [String] {
    guard let stream = opendir(folder) else {
      throw GateError("the folder '\(folder)' cannot be read", errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether there is anything at a path, a link that leads nowhere included.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The last lines of what the command wrote: of its errors, or where there are none of its output.
  ///
  /// - Parameter count: The most lines.
  package func lastLines(_ count: Int) -> [[UInt8]] {
    for name in ["errors.log", "output.log"] {
      guard let tail = Self.tail(of: rawPath + "/" + name, 16 << 10), !tail.isEmpty else {
        continue
      }
      return tail.split(separator: 0x0A).suffix(count).map { Array($0) }
    }
    return []
  }

  private static func tail(of path: String, _ size: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let end = lseek(descriptor, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: size)
    let count = pread(descriptor, &bytes, size, max(0, end - off_t(size)))
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// Opens a new file for writing.
  static func create(_ path: String) throws(GateError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw GateError("'\(path)' cannot be written", errno) }
    return descriptor
  }

  /// Writes a whole new file.
  func write(_ bytes: [UInt8], to name: String) throws(GateError) {
    let descriptor = try Self.create(path + "/" + name)
    defer { close(descriptor) }
    do throws(GateError) {
      try Self.write(bytes, to: descriptor)
    } catch {
      unlink(path + "/" + name)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(GateError) {
    let result: Result<Void, GateError> = bytes.withUnsafeBytes { bytes in
      Result { () throws(GateError) in try write(bytes, to: descriptor) }
    }
    try result.get()
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(GateError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = systemWrite(descriptor, rest)
      if count < 0 {
        if errno == EINTR { continue }
        throw GateError("what the command writes cannot be kept", errno)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// The content of a regular file.
  ///
  /// - Returns: `nil` where there is none.
  /// - Throws: ``GateError`` where it is larger than `limit`, or cannot be read.
  static func read(_ path: String, limit: Int) throws(GateError) -> [UInt8]? {
    // Without O_NONBLOCK a named pipe would hold the thread until somebody writes to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw GateError("cannot be opened", errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw GateError("is no regular file")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(limit, Int(clamping: status.st_size)))
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = block.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw GateError("cannot be read", errno)
      }
      bytes += block[..<count]
      guard bytes.count <= limit else { throw GateError("is larger than \(limit >> 20) MiB") }
    }
  }
}

/// The gate itself could not do its work.
package struct GateError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  init(_ message: String, _ number: Int32? = nil) {
    description = message + (number.map { ": \(SystemText.of($0))" } ?? "")
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
