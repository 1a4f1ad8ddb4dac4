import IntakeModel

/// The name of a staged file where the file system cannot hold one without a name:
/// `.<owner>-<attachment>`.
struct HiddenName: Hashable, Sendable, LosslessStringConvertible {
  let owner: OwnerID
  let attachment: AttachmentID

  init(owner: OwnerID, attachment: AttachmentID) {
    self.owner = owner
    self.attachment = attachment
  }

  var description: String { ".\(owner)-\(attachment)" }

  /// Reads a name back; `nil` for every text that ``description`` does not write.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 74,
      let owner = OwnerID(String(decoding: bytes[1..<37], as: UTF8.self)),
      let attachment = AttachmentID(String(decoding: bytes[38...], as: UTF8.self))
    else { return nil }
    self.init(owner: owner, attachment: attachment)
    guard description == text else { return nil }
  }
}
