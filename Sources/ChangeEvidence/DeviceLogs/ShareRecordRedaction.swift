package import IntakeModel
import UniformTypes

/// Takes out of records of shares what is on no list. Their form keeps paths and sentences out; a name or a number
/// fits into it.
package struct ShareRecordRedaction {
  private let rules: DeviceLogRules
  private let pseudonyms: Pseudonyms
  /// How many values were replaced or dropped.
  package private(set) var count = 0

  package init(_ rules: DeviceLogRules) {
    self.rules = rules
    pseudonyms = Pseudonyms(key: rules.pseudonymKey)
  }

  private static let day = Duration.seconds(86_400)
  /// From 2007 to 2100, in milliseconds.
  private static let times: ClosedRange<Int64> = 1_167_609_600_000...4_102_444_800_000

  /// The record with pseudonyms for words that are not known, and without numbers beyond what they can be.
  ///
  /// - Returns: `nil` where what cannot be left out is beyond that.
  /// - Throws: `DigestError`.
  package mutating func redacted(_ record: ShareRecord) throws -> ShareRecord? {
    var record = record
    if let time = record.recordedAt, !Self.times.contains(time) {
      record.recordedAt = nil
      count += 1
    }
    if let row = record.row, !rules.vocabulary.rows.contains(row.id) {
      record.row = nil
      count += 1
    }
    let vocabulary = rules.vocabulary
    record.source = try label(record.source, "source") { vocabulary.keeps(source: $0) }
    record.content = try label(record.content, "content") { vocabulary.keeps(content: $0) }
    record.build = try label(record.build, "build", RecordVocabulary.isBuild)
    if var system = record.system {
      system.name =
        try label(system.name, "system", RecordVocabulary.isSystem) ?? system.name
      system.build = try label(system.build, "build", RecordVocabulary.isSystemBuild)
      system.device = try label(system.device, "device", RecordVocabulary.isModel)
      record.system = system
    }
    guard record.omitted <= DeviceLogRules.maximumCount else { return nil }
    for item in record.items.indices {
      for attachment in record.items[item].attachments.indices {
        guard let redacted = try redacted(record.items[item].attachments[attachment]) else {
          return nil
        }
        record.items[item].attachments[attachment] = redacted
      }
    }
    return record
  }

  private mutating func redacted(_ attachment: AttachmentRecord) throws -> AttachmentRecord? {
    var attachment = attachment
    if case .stored(let declared, let content, let size) = attachment.result {
      guard size <= DeviceLogRules.maximumContentSize else { return nil }
      attachment.result = .stored(
        declaredType: try type(declared), contentType: try type(content), size: size)
    }
    let long = attachment.durations.filter { $0.value > Self.day || $0.value < .zero }
    for stage in long.keys { attachment.durations[stage] = nil }
    count += long.count
    for index in attachment.representations.indices {
      var representation = attachment.representations[index]
      representation.type = try type(representation.type)
      representation.declaredSize = size(representation.declaredSize)
      if var attempt = representation.attempt {
        guard attempt.order <= DeviceLogRules.maximumCount else { return nil }
        attempt.size = size(attempt.size)
        attempt.contentType = try attempt.contentType.map { try type($0) }
        if var failure = attempt.failure {
          let isKept = failure.domain.map { rules.keeps(domain: $0.text) } ?? true
          if !isKept || failure.number.map({ Int32(exactly: $0) == nil }) ?? false {
            failure.domain = nil
            failure.number = nil
            count += 1
          }
          attempt.failure = failure
        }
        representation.attempt = attempt
      }
      attachment.representations[index] = representation
    }
    return attachment
  }

  private mutating func label(
    _ label: RecordLabel?, _ kind: String, _ isKept: (RecordLabel) -> Bool
  ) throws -> RecordLabel? {
    guard let label, !isKept(label) else { return label }
    count += 1
    return RecordLabel(try pseudonyms.name(kind, label.text))
  }

  private mutating func type(_ type: TypeIdentifier) throws -> TypeIdentifier {
    guard !rules.vocabulary.keeps(type) else { return type }
    count += 1
    return TypeIdentifier("unknown." + (try pseudonyms.name("type", type.rawValue)))
  }

  private mutating func size(_ size: ByteCount?) -> ByteCount? {
    guard let size, size > DeviceLogRules.maximumContentSize else { return size }
    count += 1
    return nil
  }
}
