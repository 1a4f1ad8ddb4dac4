public import Foundation

public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

public protocol NSFilePresenter: AnyObject {}

/// `NSFileCoordinator`, as far as it is used: a reading waits while ``OtherPrograms`` write the file.
open class NSFileCoordinator: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public init(filePresenter: (any NSFilePresenter)?) {}

  open func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer,
    byAccessor reader: (URL) -> Void
  ) {
    guard OtherPrograms.wait(for: url.path, ObjectIdentifier(self)) else {
      // NSUserCancelledError
      outError?.pointee = NSError(domain: NSCocoaErrorDomain, code: 3072)
      return
    }
    reader(url)
  }

  open func cancel() { OtherPrograms.callOff(ObjectIdentifier(self)) }
}
