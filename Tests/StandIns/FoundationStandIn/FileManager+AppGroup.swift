public import Foundation
import Synchronization

extension FileManager {
  public func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? {
    AppGroups.folder(of: identifier).map { URL(filePath: $0, directoryHint: .isDirectory) }
  }
}

/// The groups that this process is signed for, for a test to say. Not of Apple.
public enum AppGroups {
  private static let folders = Mutex<[String: String]>([:])
  public static func allow(_ identifier: String, at folder: String) {
    folders.withLock { $0[identifier] = folder }
  }
  static func folder(of identifier: String) -> String? { folders.withLock { $0[identifier] } }
}
