import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads the names of files from a list, one by one, as they come.
///
/// Holds one block of the list, however long that is. Waiting for more holds no thread, and ends
/// when the task is cancelled. Empty names are passed over.
package struct FileList: AsyncSequence, Sendable {
  package typealias Element = FilePathArgument

  /// The longest name: PATH_MAX on Linux.
  package static let longestName = 4_096

  /// What stands behind each name.
  package enum Separator: UInt8, Sendable {
    case lineFeed = 0x0A
    case null = 0
  }

  private let path: FilePathArgument
  private let separator: Separator

  /// The list in the file at `path`; `-` is standard input.
  package init(_ path: FilePathArgument, separator: Separator) {
    self.path = path
    self.separator = separator
  }

  package func makeAsyncIterator() -> Iterator { Iterator(path: path, separator: separator) }

  /// The place in one reading. Not `Sendable`, like any iterator.
  package final class Iterator: AsyncIteratorProtocol {
    private let path: FilePathArgument
    private let separator: Separator
    private var descriptor: Int32 = -1
    private var block: ArraySlice<UInt8> = []
    private var number = 0
    private var atEnd = false

    fileprivate init(path: FilePathArgument, separator: Separator) {
      self.path = path
      self.separator = separator
    }

    deinit { if descriptor > STDERR_FILENO { close(descriptor) } }

    /// The next name; `nil` at the end.
    ///
    /// - Throws: `sequenceFailed` if the list cannot be read, or if a name is too long or holds
    ///   NUL; `CancellationError`.
    package func next() async throws -> FilePathArgument? {
      while let name = try await nextName() {
        if name.isEmpty { continue }
        guard let path = FilePathArgument(bytes: name) else {
          throw failure(
            "holds a NUL byte in \(place)",
            "if the names end with NUL, as 'find -print0' writes them, add '-0'")
        }
        return path
      }
      return nil
    }

    private func nextName() async throws -> [UInt8]? {
      var name: [UInt8] = []
      number += 1
      while true {
        if let end = block.firstIndex(of: separator.rawValue) {
          name += block[..<end]
          block = block[(end + 1)...]
          try checkLength(name)
          return name
        }
        name += block
        block = []
        try checkLength(name)
        if try await !readBlock() { return name.isEmpty ? nil : name }
      }
    }

    private func checkLength(_ name: [UInt8]) throws {
      guard name.count > FileList.longestName else { return }
      let advice =
        separator == .null
        ? "without '-0' the names end at line ends" : "is it a list of names, one on each line?"
      throw failure(
        "is longer in \(place) than any path, which has at most \(FileList.longestName) bytes",
        advice)
    }

    /// Whether there was more.
    private func readBlock() async throws -> Bool {
      if atEnd { return false }
      if descriptor < 0 { try openList() }
      var error: Int32 = 0
      repeat {
        try await Readiness.wait(for: descriptor, toWrite: false)
        block =
          [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
            let result = read(descriptor, buffer.baseAddress, buffer.count)
            error = result < 0 ? errno : 0
            count = Swift.max(0, result)
          }[...]
      } while error == EINTR || error == EAGAIN
      if error != 0 { throw failure("cannot be read: \(SystemError.text(error))") }
      atEnd = block.isEmpty
      return !atEnd
    }

    private func openList() throws {
      if path.bytes == [UInt8(ascii: "-")] {
        descriptor = STDIN_FILENO
        return
      }
      // Without O_NONBLOCK a named pipe would hold the thread until somebody writes to it.
      descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
      if descriptor < 0 {
        throw failure("cannot be opened: \(SystemError.text(errno))")
      }
    }

    /// The name at hand, as a person counts them.
    private var place: String { separator == .null ? "name \(number)" : "line \(number)" }

    private func failure(_ what: String, _ advice: String? = nil) -> IntakeError {
      let list = path.bytes == [UInt8(ascii: "-")] ? "on standard input" : "'\(path.display)'"
      let text = ["the list of files \(list) \(what)", advice].compactMap { $0 }
      return IntakeError(.sequenceFailed, at: .selection, text.joined(separator: "; "))
    }
  }
}
