/// Asks for the record of a batch: how each attachment went, and none of its content (P10).
///
/// This is what a device produces. It costs a little time for each chunk, and one more read of each copy.
public struct ShareRecording: Sendable {
  /// The most attachments that one record describes. Those beyond are counted in ``ShareRecord/omitted``, so
  /// that a record is bounded whatever the batch.
  public static let maximumAttachments = 1000

  /// How the record comes about. By default on a device where the system is one of devices, and in an
  /// automated run elsewhere, so that no other machine stands for a device unless it says so.
  public var origin: ShareRecord.Origin = Self.usualOrigin

  private static var usualOrigin: ShareRecord.Origin {
    #if os(iOS) || os(visionOS)
      .device
    #else
      .automated
    #endif
  }

  /// The row of the contract that the share was made for.
  public var row: RowReference?
  /// The source application, where it is known.
  public var source: RecordLabel?
  /// What is shared, in the words of the contract.
  public var content: RecordLabel?
  /// The system and device; `nil` leaves them out of the record.
  public var system: ShareRecord.System?
  /// The build of the app.
  public var build: RecordLabel?
  /// How many attachments each extension item has, in their order; all are of one item by default.
  public var itemSizes: [Int]?
  /// Whether each copy that was stored is read again at the end, and held against its size and digest.
  public var readsBack = true
  /// Takes the record. Called once, at the end of the call that takes the batch in, also where that is
  /// cancelled or fails.
  public var write: @Sendable (ShareRecord) -> Void

  /// Makes a request for a record.
  ///
  /// - Parameter write: Takes the record, once, at the end of the batch.
  public init(_ write: @escaping @Sendable (ShareRecord) -> Void) { self.write = write }
}
