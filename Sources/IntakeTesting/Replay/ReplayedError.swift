public import IntakeModel

/// Stands for the error of a source, of which a record keeps the domain and number only.
public struct ReplayedError: SourceError, Hashable {
  public let sourceDomain: String
  public let sourceNumber: Int

  /// Makes an error of that `domain` and, within it, `number`.
  public init(domain: String, number: Int) {
    sourceDomain = domain
    sourceNumber = number
  }

  /// Stands for an error of which not even those are known.
  struct Unnamed: Error, Hashable {}

  /// The error behind `failure`.
  static func of(_ failure: RepresentationRecord.Failure) -> any Error {
    guard let domain = failure.domain else { return Unnamed() }
    return Self(domain: domain.text, number: failure.number ?? 0)
  }
}
