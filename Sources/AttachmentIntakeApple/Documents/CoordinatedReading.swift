#if canImport(Darwin) || APPLE_STAND_INS
import Foundation

/// One reading beside other programs that may write the file.
// A coordinator is made and used by one thread at a time, and its `cancel()` is documented for any thread.
final class CoordinatedReading: @unchecked Sendable {
  private let coordinator = NSFileCoordinator(filePresenter: nil)

  /// Waits until others have written, and calls `body` with where the file is now.
  ///
  /// - Throws: Why there is nothing to read, without calling `body`; and what `body` throws.
  func read(_ url: URL, _ body: (URL) throws -> Void) throws {
    var failure: NSError?
    var result: Result<Void, any Error>?
    coordinator.coordinate(readingItemAt: url, options: [], error: &failure) { url in
      result = Result { try body(url) }
    }
    if let result { return try result.get() }
    if let failure { throw failure.reported }
  }

  /// Ends a reading that waits. Called on any thread.
  func cancel() { coordinator.cancel() }
}
#endif
