/// What a commit waits for before it reports an attachment as stored.
public enum Durability: String, Sendable, CaseIterable, Hashable {
  /// Nothing: stored attachments survive a crash of the process, not a power cut.
  ///
  /// After a restart of the system, each is checked by its digest before it is handed out.
  case none
  /// Content, name and row are on the disk, synced once for each group of attachments.
  case group
  /// The same, in a group of its own for each attachment.
  case each
}
