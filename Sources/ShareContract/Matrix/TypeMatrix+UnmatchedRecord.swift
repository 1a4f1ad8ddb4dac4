public import IntakeModel

extension TypeMatrix {
  /// A record that no row could be found for.
  public struct UnmatchedRecord: Sendable, Hashable {
    /// Names the share that was recorded.
    public let share: ShareID
    /// How the record came about.
    public let origin: ShareRecord.Origin
    /// The source application; `nil` where the record does not say.
    public let source: RecordLabel?
    /// What was shared, in the words of the contract; `nil` where the record does not say.
    public let content: RecordLabel?
    /// What it declares, each attachment's types in order.
    public let items: [SharedItem]
    /// Why no row could be found for it.
    public let reason: Reason

    init(_ record: ShareRecord, _ reason: Reason) {
      share = record.id
      origin = record.origin
      source = record.source
      content = record.content
      items = record.declaredItems
      self.reason = reason
    }

    /// Why there is none.
    public enum Reason: Error, Sendable, Hashable {
      /// It was made for a row that the contract does not have.
      case unknownRow(String)
      /// A person named this row for it, and its source or content is not the row's.
      case contradictsRow(String)
      /// It declares no types, and nothing that a person saw tells of what this row promises.
      case showsNothing(String)
      /// It names no row, and no row declares the same types from the same source.
      case fitsNone
      /// It names no row, and several would fit: these.
      case fitsSeveral([String])
      /// It names no row, declares no types, and does not say what was shared from where.
      case saysTooLittle
    }
  }
}

extension TypeMatrix.UnmatchedRecord.Reason: CustomStringConvertible {
  /// Why, and what would help, in one sentence.
  public var description: String {
    switch self {
    case .unknownRow(let id):
      "it was made for the row '\(id)', which the contract does not have; add the row, or record it anew"
    case .contradictsRow(let id):
      "it was made for the row '\(id)', which is of another source or content; name the right row in the record"
    case .showsNothing(let id):
      "it tells nothing of what the row '\(id)' promises: it declares no types, and not whether the extension "
        + "appeared and the app could open it; record that"
    case .fitsNone:
      "no row declares the same types in the same order for this source; add a row for it"
    case .fitsSeveral(let rows):
      "the rows \(rows.map { "'\($0)'" }.joined(separator: ", ")) all fit; name one in the record"
    case .saysTooLittle:
      "it neither names a row, nor declares types, nor says what was shared from which source"
    }
  }
}
