#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake
import Foundation

/// Finds documents again by the bookmarks of ``SecurityScopedDocument``.
///
/// It shows no dialog, and mounts nothing.
public struct SecurityScopedBookmarks: BookmarkResolver {
  public init() {}

  public func resolve(_ bookmark: DocumentBookmark) throws -> ResolvedBookmark {
    do {
      var isStale = false
      let url = try URL(
        resolvingBookmarkData: Data(bookmark.bytes), options: .forDocuments, relativeTo: nil,
        bookmarkDataIsStale: &isStale)
      return ResolvedBookmark(SecurityScopedDocument(url), isStale: isStale)
    } catch {
      throw error.reportedForLink
    }
  }
}

// Only macOS has bookmarks whose scope is asked for; elsewhere each has that of its URL.

extension URL.BookmarkCreationOptions {
  static var forDocuments: Self {
    #if os(macOS) || APPLE_STAND_INS_MACOS
    .withSecurityScope
    #else
    []
    #endif
  }
}

extension URL.BookmarkResolutionOptions {
  static var forDocuments: Self {
    #if os(macOS) || APPLE_STAND_INS_MACOS
    [.withSecurityScope, .withoutUI, .withoutMounting]
    #else
    [.withoutUI, .withoutMounting]
    #endif
  }
}
#endif
