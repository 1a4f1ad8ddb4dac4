#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake
import Foundation

/// Calls off a load of an item provider, and the reading that it may wait in.
struct ProgressCancellation: LoadCancellation {
  private let progress: Progress
  private let reading: CoordinatedReading?

  init(_ progress: Progress, _ reading: CoordinatedReading? = nil) {
    self.progress = progress
    self.reading = reading
  }

  func cancel() {
    progress.cancel()
    reading?.cancel()
  }
}
#endif
