import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A whole document that a command works on: a contract, a rule, a record.
///
/// Held in memory, and therefore bounded.
package struct InputDocument: Sendable {
  /// The most bytes of a document: 32 MiB, far above any that a person writes.
  package static let maximumSize = 32 << 20

  /// What messages call it, escaped: its path, or "standard input".
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Reads the document at `path`; `-` is standard input.
  ///
  /// Waiting for more, as from a pipe, holds no thread, and ends when the task is cancelled.
  ///
  /// - Parameter limit: The most bytes.
  /// - Throws: ``InputDocumentError`` if it cannot be read or is too large; `CancellationError`.
  package init(reading path: FilePathArgument, limit: Int = maximumSize) async throws {
    let isStandardInput = path.bytes == [UInt8(ascii: "-")]
    name = isStandardInput ? "standard input" : path.display
    let descriptor =
      isStandardInput
      ? STDIN_FILENO
      // Without O_NONBLOCK a named pipe would hold the thread until somebody writes to it.
      : path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      throw InputDocumentError(name, "cannot be opened: \(SystemError.text(errno))")
    }
    defer { if !isStandardInput { close(descriptor) } }
    bytes = try await Self.read(descriptor, name, limit)
  }

  private static func read(
    _ descriptor: Int32, _ name: String, _ limit: Int
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      try await Readiness.wait(for: descriptor, toWrite: false)
      let count = block.withUnsafeMutableBytes { platformRead(descriptor, $0) }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw InputDocumentError(name, "cannot be read: \(SystemError.text(errno))")
      }
      bytes += block[..<count]
      guard bytes.count <= limit else {
        throw InputDocumentError(
          name, "is larger than a document may be, \(limit >> 20) MiB; is it the right file?")
      }
    }
  }

  /// Calls `body` with the content, and names the document in the error that says what is wrong with it.
  ///
  /// - Throws: ``InputDocumentError``.
  func parse<Result>(
    _ body: ([UInt8]) throws(DocumentError) -> Result
  ) throws(InputDocumentError) -> Result {
    do throws(DocumentError) {
      return try body(bytes)
    } catch {
      throw InputDocumentError(self, error)
    }
  }
}

/// `read(2)`, by a name that the methods do not hide.
private func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
