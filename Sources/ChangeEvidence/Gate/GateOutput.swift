import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Keeps what a command writes in two files, up to a limit for each, and looks at all of it for skipped tests.
final class GateOutput: Sendable {
  private struct Kept {
    var bytes = 0
    var dropped = 0
  }

  private let output: Int32
  private let error: Int32
  private let limit: Int
  private let kept = Mutex((output: Kept(), error: Kept()))
  /// XCTest writes to its output or to its errors, as the platform has it.
  private let consoles = Mutex((output: XCTestConsole(), error: XCTestConsole()))

  init(in folder: String, limit: Int) throws(GateError) {
    let output = try GateFolder.create(folder + "/output.log")
    do throws(GateError) {
      error = try GateFolder.create(folder + "/errors.log")
    } catch {
      close(output)
      throw error
    }
    self.output = output
    self.limit = limit
  }

  deinit {
    close(output)
    close(error)
  }

  /// How many bytes were not kept.
  var droppedCount: Int { kept.withLock { $0.output.dropped + $0.error.dropped } }

  /// What XCTest has printed, beyond the limit as well.
  var console: XCTestConsole {
    consoles.withLock { consoles in
      consoles.output.finish()
      consoles.error.finish()
      return consoles.output.joined(with: consoles.error)
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer, to stream: ChildProgram.Stream) throws(GateError) {
    consoles.withLock { consoles in
      if stream == .output { consoles.output.take(bytes) } else { consoles.error.take(bytes) }
    }
    let room = kept.withLock { kept in
      func take(_ kept: inout Kept) -> Int {
        let room = min(bytes.count, limit - kept.bytes)
        kept.bytes += room
        kept.dropped += bytes.count - room
        return room
      }
      return stream == .output ? take(&kept.output) : take(&kept.error)
    }
    guard room > 0 else { return }
    try GateFolder.write(
      UnsafeRawBufferPointer(rebasing: bytes[..<room]), to: stream == .output ? output : error)
  }
}
