/// An error of a source that has a domain and a number, as those of Apple's frameworks do.
///
/// Records keep these two, and never its text (P10).
public protocol SourceError: Error {
  /// The family of errors, such as `CloudPhotoLibraryErrorDomain`.
  var sourceDomain: String { get }
  /// The error within its family.
  var sourceNumber: Int { get }
}
