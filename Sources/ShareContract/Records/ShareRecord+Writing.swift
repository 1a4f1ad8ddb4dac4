public import IntakeModel
import JSONSyntax
public import UniformTypes

extension ShareRecord {
  /// The record as one line of JSON, with its line feed.
  ///
  /// It holds ``withoutNames(in:)`` of the record, and so no part of a name. Durations are whole microseconds.
  public var jsonLine: [UInt8] { jsonLine(in: .standard) }

  /// The record as one line of JSON, with its line feed; `registry` knows the types of the app.
  public func jsonLine(in registry: TypeRegistry) -> [UInt8] {
    let record = withoutNames(in: registry)
    return JSONWriter.line { record.write(&$0) }
  }

  private func write(_ json: inout JSONWriter) {
    json.member("version", ShareRecordLine.version)
    json.member("kind", ShareRecordLine.kind)
    json.member("id", id.description)
    if let recordedAt { json.member("recordedAt", max(0, recordedAt)) }
    json.member("origin", origin.rawValue)
    // What is no reference could be anything, and stays out.
    if let row, row.isWellFormed {
      json.key("row")
      json.object { json in
        json.member("id", row.id)
        json.member("revision", row.revision)
      }
    }
    json.member("source", label: source)
    json.member("content", label: content)
    if let system {
      json.key("system")
      json.object { system.write(&$0) }
    }
    json.member("build", label: build)
    if !seen.isEmpty {
      json.member("seen", Sight.allCases.filter { seen.contains($0) }.map(\.rawValue))
    }
    json.key("items")
    json.array(items) { json, item in
      json.object { json in
        json.key("attachments")
        json.array(item.attachments) { json, attachment in
          json.object { attachment.write(&$0) }
        }
      }
    }
    if omitted > 0 { json.member("omitted", omitted) }
  }
}

extension ShareRecord.System {
  fileprivate func write(_ json: inout JSONWriter) {
    json.member("name", label: name)
    json.member("build", label: build)
    json.member("device", label: device)
    if let isFreshInstallation { json.member("freshInstallation", isFreshInstallation) }
  }
}

extension AttachmentRecord {
  fileprivate func write(_ json: inout JSONWriter) {
    json.key("representations")
    json.array(representations) { json, representation in
      json.object { representation.write(&$0) }
    }
    if let result {
      json.key("result")
      json.object { result.write(&$0) }
    }
    if !durations.isEmpty {
      json.key("microseconds")
      json.object { json in
        for stage in Stage.allCases {
          if let duration = durations[stage] {
            json.member(stage.rawValue, duration.wholeMicroseconds)
          }
        }
      }
    }
    if let handedOver { json.member("handedOver", handedOver.rawValue) }
    if let readBack {
      json.key("readBack")
      json.object { json in
        json.member("reader", readBack.reader.rawValue)
        if let failure = readBack.failure { json.member("failure", failure.name) }
      }
    }
  }
}

extension AttachmentRecord.Result {
  fileprivate func write(_ json: inout JSONWriter) {
    switch self {
    case .stored(let declaredType, let contentType, let size):
      json.member("status", "stored")
      json.member("type", declaredType.rawValue)
      json.member("content", contentType.rawValue)
      json.member("size", size.bytes)
    case .refused(let code, let stage):
      json.member("status", "refused")
      json.member("code", code.name)
      json.member("stage", stage.rawValue)
    }
  }
}

extension RepresentationRecord {
  fileprivate func write(_ json: inout JSONWriter) {
    json.member("type", type.rawValue)
    json.member("delivery", delivery.rawValue)
    if let declaredSize { json.member("size", declaredSize.bytes) }
    guard let attempt else { return }
    json.key("attempt")
    json.object { json in
      json.member("order", max(0, attempt.order))
      if let arrival = attempt.arrival { json.member("arrival", arrival.rawValue) }
      if let size = attempt.size { json.member("size", size.bytes) }
      if let content = attempt.contentType { json.member("content", content.rawValue) }
      guard let failure = attempt.failure else { return }
      json.key("failure")
      json.object { json in
        json.member("code", failure.code.name)
        json.member("stage", failure.stage.rawValue)
        json.member("domain", label: failure.domain)
        if let number = failure.number { json.member("number", number) }
      }
    }
  }
}

extension JSONWriter {
  /// A label; nothing where there is none.
  fileprivate mutating func member(_ name: String, label: RecordLabel?) {
    if let label { member(name, label.text) }
  }
}

extension Duration {
  /// The microseconds that have passed; none for a negative duration.
  fileprivate var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = max(0, seconds).multipliedReportingOverflow(by: 1_000_000)
    let (sum, tooMuch) = product.addingReportingOverflow(max(0, attoseconds) / 1_000_000_000_000)
    return overflow || tooMuch ? .max : sum
  }
}

extension RowReference {
  /// Whether both parts are as a contract makes them.
  var isWellFormed: Bool {
    ContractRow.isIdentifier(id) && revision.utf8.count == 16
      && revision.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
