public import IntakeModel

/// What sources are reported to share: the first library of records.
///
/// From public reports; nobody of ours has seen them on a device, and their origin says so. Each has a fixed
/// identifier. A representation says how it is delivered; where a report tells more, such as that a load fails
/// or gives a folder, its attempt does.
public enum ReportedShares {
  /// All records, in a fixed order.
  public static let all: [ShareRecord] = shares.enumerated().map { index, share in
    ShareRecord(
      id: identifier(index + 1), origin: .reported, source: share.source, content: share.content,
      items: share.items.map { ShareRecord.Item(attachments: [$0]) })
  }

  /// A share as it was reported: each item has one attachment.
  struct Share {
    let source: RecordLabel
    let content: RecordLabel
    let items: [AttachmentRecord]

    init(_ source: RecordLabel, _ content: RecordLabel, _ items: [RepresentationRecord]...) {
      self.source = source
      self.content = content
      self.items = items.map { AttachmentRecord(representations: $0) }
    }
  }

  /// The number of a share never changes, so that its identifier stays.
  private static func identifier(_ number: Int) -> ShareID {
    let bytes: [UInt8] = [
      0x72, 0x65, 0x70, 0x6F, 0x72, 0x74, 0x85, 0x64, 0x80, 0, 0, 0, 0, 0,
      UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number),
    ]
    // There are 16 bytes.
    return ShareID(bytes: bytes)!
  }
}
