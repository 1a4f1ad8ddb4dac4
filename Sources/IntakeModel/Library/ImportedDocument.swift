/// A document that the library owns a copy of: it opens whatever became of the original.
///
/// Not to be taken for a ``LinkedDocument``, whose content stays where it is.
public struct ImportedDocument: Sendable, Hashable {
  /// Names the document in the library, whatever its name or place.
  public let id: AttachmentID
  /// Where the copy lies within the container: relative, and generated. The container's own folder may move.
  public let location: String
  /// The name that the source had: display data, which never touches a path. Two documents may share it.
  public let displayName: String?
  /// The copy's types, size and digest, and what was found when it was opened.
  public let content: StoredAttachment
  /// When it was recorded, in milliseconds since 1970.
  public let importedAt: Int64
  /// Whether its file was there when the library was asked.
  public let state: State

  /// What there was of a document's file when the library was asked. Nothing is recorded of it: the file that
  /// comes back, as with a disk that is mounted again, is the document again.
  public enum State: String, Sendable, CaseIterable, Hashable {
    /// Something is at its place. Whether it is what was stored, reading it tells.
    case available
    /// Nothing is at its place.
    case missing
  }

  /// The document of a row; `nil` for a row that is none, or not complete.
  public init?(_ record: CatalogRecord, at location: String, state: State = .available) {
    guard record.state == .kept else { return nil }
    self.state = state
    id = record.id
    self.location = location
    displayName = record.displayName
    content = record.attachment
    importedAt = record.recordedAt
  }

  /// A document that was just imported, where its row cannot be read back.
  package init(
    _ content: StoredAttachment, at location: String, displayName: String?, importedAt: Int64
  ) {
    id = content.id
    self.location = location
    self.displayName = displayName
    self.content = content
    self.importedAt = importedAt
    state = .available
  }
}
