import Synchronization

/// What a program wrote, up to a limit for each stream.
final class CapturedStreams: Sendable {
  private struct Kept {
    var output: [UInt8] = []
    var error: [UInt8] = []
    var isCut = false
  }

  private let limit: Int
  private let kept = Mutex(Kept())

  init(limit: Int) { self.limit = limit }

  func append(_ bytes: UnsafeRawBufferPointer, to stream: ChildProgram.Stream) {
    kept.withLock { kept in
      let count = stream == .output ? kept.output.count : kept.error.count
      let piece = bytes.prefix(max(0, limit - count))
      if piece.count < bytes.count { kept.isCut = true }
      if stream == .output { kept.output += piece } else { kept.error += piece }
    }
  }

  func captured(_ ending: ChildProgram.Ending) -> ChildProgram.Captured {
    kept.withLock {
      ChildProgram.Captured(
        ending: ending, output: $0.output, error: $0.error, isCut: $0.isCut)
    }
  }
}
