#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake
import Foundation
import Synchronization

/// A document that a person picked: a security-scoped URL, read in a coordinated reading.
public final class SecurityScopedDocument: DocumentAccess {
  private let url: URL
  private let startsDownload: Bool
  private let reading = Mutex<CoordinatedReading?>(nil)

  /// - Parameters:
  ///   - url: As the picker gave it. A copy of it made from its path has no scope.
  ///   - startsDownload: Whether content that is not on this device is asked for, so that trying again later helps.
  public init(_ url: URL, startsDownload: Bool = true) {
    self.url = url
    self.startsDownload = startsDownload
  }

  /// `false` also for what the app may read anyway, such as a file in its own folder.
  public func startAccess() -> Bool { url.startAccessingSecurityScopedResource() }

  public func stopAccess() { url.stopAccessingSecurityScopedResource() }

  /// `nil` for what is in no cloud.
  public func isDownloaded() throws -> Bool? {
    let key = URLResourceKey.ubiquitousItemDownloadingStatusKey
    guard let status = try? url.resourceValues(forKeys: [key]).ubiquitousItemDownloadingStatus
    else { return nil }
    if status != .notDownloaded { return true }
    // That it cannot be asked for is no other answer: it is not here.
    if startsDownload { try? FileManager.default.startDownloadingUbiquitousItem(at: url) }
    return false
  }

  public func coordinateReading(_ body: (LocalPath) throws -> Void) throws {
    let reading = CoordinatedReading()
    self.reading.withLock { $0 = reading }
    defer { self.reading.withLock { $0 = nil } }
    try reading.read(url) { try body($0.localPath) }
  }

  public func cancelReading() { reading.withLock { $0 }?.cancel() }

  public func makeBookmark() throws -> DocumentBookmark {
    do {
      let data = try url.bookmarkData(
        options: .forDocuments, includingResourceValuesForKeys: nil, relativeTo: nil)
      return try DocumentBookmark(Array(data))
    } catch {
      throw error.reported
    }
  }
}

extension PickedDocument {
  /// What a document picker or an open panel gave.
  ///
  /// - Parameters:
  ///   - url: As it was given; see ``SecurityScopedDocument``.
  ///   - type: The declared type; `nil` to find it by the extension of the name.
  public init(
    picked url: URL, type: TypeIdentifier? = nil, source: RecordLabel? = "document picker"
  ) {
    self.init(
      SecurityScopedDocument(url), name: url.lastPathComponent, type: type, source: source)
  }
}

extension URL {
  /// The path as the system has it.
  var localPath: LocalPath {
    withUnsafeFileSystemRepresentation { text in
      guard let text else { return LocalPath(path) }
      return LocalPath(
        bytes: UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) })
    }
  }
}
#endif
