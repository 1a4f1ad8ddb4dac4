import IntakeModel

/// What is known of errors that sources report by domain and number.
struct SourceFault: Sendable, Hashable {
  let meaning: String
  let advice: String

  /// What the domain and number of a failure mean; `nil` where that is not known.
  init?(_ failure: RepresentationRecord.Failure) {
    guard let domain = failure.domain?.text, let number = failure.number else { return nil }
    switch (domain, number) {
    case ("CloudPhotoLibraryErrorDomain", 81), ("PHPhotosErrorDomain", 3164):
      meaning = "the photo is in the cloud library, and not on the device"
      advice = "allow network access for the request, show the progress, and load again"
    case ("PHPhotosErrorDomain", 3169), ("NSURLErrorDomain", -1009):
      meaning = "there was no network to download it over"
      advice = "load again when there is a connection"
    case ("NSURLErrorDomain", -1001):
      meaning = "the download timed out"
      advice = "load again, with a longer timeout"
    case ("NSCocoaErrorDomain", 4), ("NSCocoaErrorDomain", 260), ("NSPOSIXErrorDomain", 2):
      meaning = "the file that the source named does not exist"
      advice = "copy within the callback, before it returns"
    case ("NSCocoaErrorDomain", 257), ("NSPOSIXErrorDomain", 1), ("NSPOSIXErrorDomain", 13):
      meaning = "the process may not read the file"
      advice = "hold security-scoped access while it is read, or ask for its data"
    case ("NSCocoaErrorDomain", 640), ("NSPOSIXErrorDomain", 28):
      meaning = "the device has no storage left"
      advice = "tell the person to free storage"
    case ("NSCocoaErrorDomain", 3072), ("PHPhotosErrorDomain", 3072):
      meaning = "the person, or the system, cancelled it"
      advice = "share it again"
    case ("NSCocoaErrorDomain", 4097), ("NSCocoaErrorDomain", 4099), ("NSCocoaErrorDomain", 4101):
      meaning = "the process that offers it went away"
      advice =
        "share it again; see whether the extension uses so much memory that the system ends it"
    case ("NSItemProviderErrorDomain", -1000):
      meaning = "the provider has no such representation"
      advice = "ask only for types that it declares, in its order"
    case ("NSItemProviderErrorDomain", -1100), ("NSItemProviderErrorDomain", -1200):
      meaning = "the provider cannot turn the item into what was asked for"
      advice = "ask for a file or for data of a declared type, and not for an object"
    default: return nil
    }
  }
}

extension RepresentationRecord.Failure {
  /// Such as `load-failed (loading), CloudPhotoLibraryErrorDomain 81`.
  var text: String {
    var text = "\(code) (\(stage.rawValue))"
    if let domain { text += ", \(domain)" }
    if let number { text += domain == nil ? ", \(number)" : " \(number)" }
    return text
  }
}
