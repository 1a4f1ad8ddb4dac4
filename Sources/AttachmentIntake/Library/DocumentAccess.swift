/// How a document that a person picked is reached: in place, while access is held, and beside other programs
/// that may write it.
///
/// On Apple systems it is a security-scoped URL with `NSFileCoordinator`; on this machine a file
/// (``LocalDocument``). Its calls may block, and are made on threads of ours, one at a time.
public protocol DocumentAccess: Sendable {
  /// Asks for access.
  ///
  /// `false` says that the system did not grant anything, which is no refusal by itself: what the caller owns
  /// anyway needs no grant. Reading is then tried all the same.
  func startAccess() -> Bool

  /// Gives access up. Called once for each ``startAccess()`` that returned `true`, whatever happened between.
  func stopAccess()

  /// Whether the content is on this device; `nil` where nobody knows. Called while access is held.
  ///
  /// - Throws: ``IntakeError``, or an error of the system, where it cannot be told.
  func isDownloaded() throws -> Bool?

  /// Waits until other programs have written, and calls `body` with a path that can be read until it returns.
  ///
  /// - Throws: Why there is nothing to read, without calling `body`; and what `body` throws.
  func coordinateReading(_ body: (LocalPath) throws -> Void) throws

  /// Calls off a coordinated reading that waits. Called on any thread.
  func cancelReading()

  /// Bytes that find the document again. Called while access is held.
  ///
  /// - Throws: ``IntakeError``, or an error of the system.
  func makeBookmark() throws -> DocumentBookmark
}

/// Finds documents again by their bookmarks.
public protocol BookmarkResolver: Sendable {
  /// Finds the document of `bookmark`. May block; called on a thread of ours.
  ///
  /// - Throws: ``IntakeError`` with code `linkBroken` where there is no such document any more, or an error of
  ///   the system.
  func resolve(_ bookmark: DocumentBookmark) throws -> ResolvedBookmark
}

/// A document that was found by its bookmark.
public struct ResolvedBookmark: Sendable {
  /// What reads the document where it is now.
  public let access: any DocumentAccess
  /// Whether the bookmark should be made anew: it led there in a roundabout way.
  public let isStale: Bool

  /// Makes a finding; `isStale` says that the bookmark should be made anew.
  public init(_ access: any DocumentAccess, isStale: Bool) {
    self.access = access
    self.isStale = isStale
  }
}
