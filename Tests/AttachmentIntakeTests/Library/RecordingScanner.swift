import AttachmentIntake
import IntakeModel
import Synchronization

/// A scanner that keeps what another one says.
final class RecordingScanner: ContentScanner {
  private let base: any ContentScanner
  private let state = Mutex<[ScanResult]>([])

  init(_ base: any ContentScanner) { self.base = base }

  var results: [ScanResult] { state.withLock { $0 } }

  func scan(_ content: any LocalContent) async throws(CancellationError) -> ScanResult {
    let result = try await base.scan(content)
    state.withLock { $0.append(result) }
    return result
  }
}
