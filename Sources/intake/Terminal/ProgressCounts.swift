package import IntakeModel

/// How far a batch is.
package struct ProgressCounts: Sendable, Hashable {
  package var bytesDone: ByteCount
  /// `nil` while it is not known how much there is.
  package var bytesExpected: ByteCount?
  package var stored: Int
  package var refused: Int
  /// `nil` while it is not known how many there are.
  package var files: Int?

  package init(
    bytesDone: ByteCount = .zero, bytesExpected: ByteCount? = nil, stored: Int = 0,
    refused: Int = 0, files: Int? = nil
  ) {
    self.bytesDone = bytesDone
    self.bytesExpected = bytesExpected
    self.stored = stored
    self.refused = refused
    self.files = files
  }

  /// The part that is done, from 0 to 1; `nil` where the whole is not known.
  package var fraction: Double? {
    guard let bytesExpected, bytesExpected > .zero else { return nil }
    return min(1, Double(bytesDone.bytes) / Double(bytesExpected.bytes))
  }
}
