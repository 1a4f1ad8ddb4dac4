package import IntakeModel
import Synchronization
import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Finds out how much `intake ingest` has before it, beside the work: for the progress bar alone.
///
/// It is an estimate. Files may come, go and be refused; what decides is found out when their turn comes.
package final class InputMeasure: Sendable {
  /// Files and their bytes.
  package struct Total: Sendable, Hashable {
    package var files = 0
    package var bytes = ByteCount.zero

    package init() {}
  }

  private struct State {
    var total: Total?
    var isStopped = false
  }

  private let operands: [FilePathArgument]
  private let state = Mutex(State())

  package init(_ operands: [FilePathArgument]) { self.operands = operands }

  /// The files of all operands; `nil` until all are found.
  package var total: Total? { state.withLock(\.total) }

  /// Measures on a thread of its own, since folders may be large and far away.
  package func start() {
    // Without a thread there is no total, and the bar shows none.
    _ = DetachedThread.start { self.measure() }
  }

  /// Ends the measuring soon. Nothing waits for it: it only looks.
  package func stop() { state.withLock { $0.isStopped = true } }

  /// Looks through all operands, as the listing of a folder does: hidden files are passed over, and links are
  /// not followed.
  package func measure() {
    var total = Total()
    var folders: [FilePathArgument] = []
    for operand in operands {
      Self.add(operand, to: &total, &folders)
      while let folder = folders.popLast() {
        if state.withLock(\.isStopped) { return }
        Self.look(into: folder, &total, &folders)
      }
    }
    state.withLock { [total] in $0.total = total }
  }

  private static func add(
    _ path: FilePathArgument, to total: inout Total, _ folders: inout [FilePathArgument]
  ) {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: folders.append(path)
    case S_IFREG:
      total.files += 1
      total.bytes += ByteCount(bytes: Int64(status.st_size))
    default: break
    }
  }

  private static func look(
    into folder: FilePathArgument, _ total: inout Total, _ folders: inout [FilePathArgument]
  ) {
    guard let listing = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(listing) }
    let (dot, slash) = (UInt8(ascii: "."), UInt8(ascii: "/"))
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard name.first != dot, let path = FilePathArgument(bytes: folder.bytes + [slash] + name)
      else { continue }
      add(path, to: &total, &folders)
    }
  }
}
