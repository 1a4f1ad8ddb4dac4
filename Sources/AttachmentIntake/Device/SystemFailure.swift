/// An error of Apple's frameworks: its domain and number, and no text (P10).
///
/// Frameworks wrap each other's errors: an item provider says that it cannot load, and underneath Photos says
/// that the photo is not on the device. The one that tells what would help is kept.
public struct SystemFailure: SourceError, Hashable {
  public let sourceDomain: String
  public let sourceNumber: Int

  /// - Parameters:
  ///   - domain: The domain of the error, such as `NSCocoaErrorDomain`.
  ///   - number: Its code in that domain.
  ///   - chain: What lay underneath it, the nearest first.
  public init(_ domain: String, _ number: Int, underlying chain: [SystemFailure] = []) {
    self.init(domain: domain, number: number)
    let all = [self] + chain
    self = all.first(where: \.saysNotDownloaded) ?? all.first { $0.code != nil } ?? self
  }

  private init(domain: String, number: Int) {
    sourceDomain = domain
    sourceNumber = number
  }

  /// The error as a source throws it: ``IntakeError`` where it is clear what is wrong with the file, and itself
  /// otherwise. What is not on the device, the pipeline tells by itself.
  public var reported: any Error {
    guard let code else { return self }
    return IntakeError(
      code, at: .loading,
      code == .sourceMissing
        ? "there is no file any more; choose it again" : "it may not be read; choose it again",
      cause: self)
  }

  private var code: IntakeError.Code? {
    switch (sourceDomain, sourceNumber) {
    // NSFileNoSuchFileError, NSFileReadNoSuchFileError; ENOENT.
    case ("NSCocoaErrorDomain", 4), ("NSCocoaErrorDomain", 260), ("NSPOSIXErrorDomain", 2):
      .sourceMissing
    // NSFileReadNoPermissionError; EPERM, EACCES.
    case ("NSCocoaErrorDomain", 257), ("NSPOSIXErrorDomain", 1), ("NSPOSIXErrorDomain", 13):
      .sourceDenied
    default: nil
    }
  }
}
