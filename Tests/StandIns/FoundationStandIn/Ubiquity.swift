public import Foundation
import Synchronization

public struct URLUbiquitousItemDownloadingStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let notDownloaded = Self(
    rawValue: "NSURLUbiquitousItemDownloadingStatusNotDownloaded")
}

extension URLResourceValues {
  public var ubiquitousItemDownloadingStatus: URLUbiquitousItemDownloadingStatus? {
    Downloads.status
  }
}

extension FileManager {
  public func startDownloadingUbiquitousItem(at url: URL) throws { Downloads.add(url.path) }
}

/// What is in a cloud, for a test to say, and what was asked for. Not of Apple.
public enum Downloads {
  private static let present = Mutex<URLUbiquitousItemDownloadingStatus?>(nil)

  /// The status of every file, since the values of a file do not know which one it is.
  public static var status: URLUbiquitousItemDownloadingStatus? {
    get { present.withLock { $0 } }
    set { present.withLock { $0 = newValue } }
  }

  private static let paths = Mutex<[String]>([])
  public static func count(of path: String) -> Int {
    paths.withLock { paths in paths.count { $0 == path } }
  }
  static func add(_ path: String) { paths.withLock { $0.append(path) } }
}
