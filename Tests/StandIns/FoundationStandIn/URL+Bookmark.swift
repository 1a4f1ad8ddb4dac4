public import Foundation

extension URL {
  public struct BookmarkCreationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    #if APPLE_STAND_INS_MACOS
      public static let withSecurityScope = Self(rawValue: 1 << 11)
    #endif
  }

  public struct BookmarkResolutionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let withoutUI = Self(rawValue: 1 << 8)
    public static let withoutMounting = Self(rawValue: 1 << 9)
    #if APPLE_STAND_INS_MACOS
      public static let withSecurityScope = Self(rawValue: 1 << 10)
    #endif
  }

  /// The path: the stand-in finds a file that is still there, and no other.
  public func bookmarkData(
    options: BookmarkCreationOptions = [],
    includingResourceValuesForKeys keys: Set<URLResourceKey>? = nil,
    relativeTo url: URL? = nil
  ) throws -> Data {
    // NSFileReadNoSuchFileError
    guard FileManager.default.fileExists(atPath: path) else {
      throw CocoaError(.fileReadNoSuchFile)
    }
    return Data(path.utf8)
  }

  public init(
    resolvingBookmarkData data: Data, options: BookmarkResolutionOptions = [],
    relativeTo url: URL? = nil, bookmarkDataIsStale: inout Bool
  ) throws {
    let path = String(decoding: data, as: UTF8.self)
    // NSFileNoSuchFileError
    guard FileManager.default.fileExists(atPath: path) else { throw CocoaError(.fileNoSuchFile) }
    bookmarkDataIsStale = false
    self.init(filePath: path)
  }
}
