package import IntakeModel

/// A member of an evidence archive, as its manifest lists it.
package struct EvidenceMember: Sendable, Hashable {
  package var path: EvidencePath
  package var size: Int64
  package var digest: ContentDigest
  /// The name of the source that it comes from.
  package var source: String

  package init(path: EvidencePath, size: Int64, digest: ContentDigest, source: String) {
    self.path = path
    self.size = size
    self.digest = digest
    self.source = source
  }
}

/// The members that seal an archive. They are not part of what the content digest covers, since they hold it.
package enum SealingMember: String, CaseIterable, Sendable {
  case manifest = "manifest.json"
  case statement = "statement.json"
  case signedStatement = "statement.dsse.json"
  case testResult = "test-result.json"
  case signedTestResult = "test-result.dsse.json"

  /// The member that holds this statement with its signatures.
  var envelope: SealingMember { self == .testResult ? .signedTestResult : .signedStatement }

  /// The most bytes that are read of one.
  static let maximumSize = 32 << 20
}
