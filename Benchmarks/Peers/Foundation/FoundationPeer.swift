import Digests
import Dispatch
import Foundation
import Synchronization

/// Copies the files of a folder by `FileManager.copyItem`, and reads each for its digest in a loop over a
/// `FileHandle`, two files at a time: what an app does that has Foundation alone.
///
///     foundation-peer SOURCE DESTINATION
@main
enum FoundationPeer {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      FileHandle.standardError.write(Data("usage: foundation-peer SOURCE DESTINATION\n".utf8))
      exit(2)
    }
    let source = URL(fileURLWithPath: arguments[1], isDirectory: true)
    let destination = URL(fileURLWithPath: arguments[2], isDirectory: true)
    let names = try FileManager.default.contentsOfDirectory(atPath: source.path)
    try FileManager.default.createDirectory(at: destination, withIntermediateDirectories: false)
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < names.count else { return }
        do {
          try copy(
            source.appendingPathComponent(names[index]),
            to: destination.appendingPathComponent(names[index]))
        } catch {
          FileHandle.standardError.write(Data("\(names[index]): \(error)\n".utf8))
          exit(1)
        }
      }
    }
  }

  private static func copy(_ source: URL, to destination: URL) throws {
    try FileManager.default.copyItem(at: source, to: destination)
    let file = try FileHandle(forReadingFrom: destination)
    defer { try? file.close() }
    var hash = try SHA256()
    while let piece = try file.read(upToCount: 256 << 10), !piece.isEmpty {
      try piece.withUnsafeBytes { try hash.update($0) }
    }
    _ = try hash.finalize()
  }
}
