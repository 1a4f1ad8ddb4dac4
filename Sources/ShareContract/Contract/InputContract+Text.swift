public import IntakeModel
import JSONSyntax

extension InputContract {
  /// The contract as its file has it, indented, without comments; reading it gives the same contract.
  ///
  /// Two contracts that are equal have the same text.
  public var jsonText: String {
    String(decoding: Self.document(self), as: UTF8.self)
  }

  /// The text on one line, from which digests are made.
  var canonicalBytes: [UInt8] {
    var json = JSONWriter()
    json.object { write(&$0) }
    return json.bytes
  }

  /// The text of a contract, indented.
  ///
  /// - Parameter comment: What is said before a part; nothing by default.
  static func document(
    _ contract: InputContract, comment: (Part) -> String? = { _ in nil }
  ) -> [UInt8] {
    JSONWriter.document { json in
      comment(.file).map { json.comment($0) }
      contract.write(&json, comment: comment)
    }
  }

  private func write(
    _ json: inout JSONWriter, comment: (Part) -> String? = { _ in nil }
  ) {
    json.member("$schema", Self.schemaFileName)
    json.member("version", ContractReading.version)
    json.member("name", name)
    comment(.accept).map { json.comment($0) }
    json.key("accept")
    json.array(rule.accepted) { $1.write(&$0) }
    comment(.refuse).map { json.comment($0) }
    json.key("refuse")
    json.array(rule.refused) { $1.write(&$0) }
    comment(.directories).map { json.comment($0) }
    json.member("directories", rule.directories.rawValue)
    comment(.limits).map { json.comment($0) }
    json.key("limits")
    json.object { limits.write(&$0) }
    if let validation {
      json.key("validation")
      json.object { validation.write(&$0) }
    }
    comment(.batch).map { json.comment($0) }
    json.member("batch", batchPolicy.rawValue)
    comment(.rows).map { json.comment($0) }
    json.key("rows")
    json.array(rows) { json, row in
      comment(.row(row.id)).map { json.comment($0) }
      json.object { row.write(&$0) }
    }
  }

  /// A part of a contract about which something can be said.
  enum Part: Sendable, Hashable {
    case file, accept, refuse, directories, limits, batch, rows
    case row(String)
  }
}

extension AcceptedType {
  fileprivate func write(_ json: inout JSONWriter) {
    guard deliveries != nil || maximumSize != nil else { return json.string(type.rawValue) }
    json.object(onOneLine: true) { json in
      json.member("type", type.rawValue)
      if let deliveries {
        json.member(
          "load",
          Representation.Delivery.allCases.filter { deliveries.contains($0) }.map(\.rawValue))
      }
      if let maximumSize { json.member("maximumSize", maximumSize.unitText) }
    }
  }
}

extension RefusedType {
  fileprivate func write(_ json: inout JSONWriter) {
    guard let message else { return json.string(type.rawValue) }
    json.object(onOneLine: true) { json in
      json.member("type", type.rawValue)
      json.member("message", message)
    }
  }
}

extension InputContract.Limits {
  fileprivate func write(_ json: inout JSONWriter) {
    if let fileSize { json.member("fileSize", fileSize.unitText) }
    if let batchSize { json.member("batchSize", batchSize.unitText) }
    if let count { json.member("count", count) }
    if let containerSize { json.member("containerSize", containerSize.unitText) }
    if let containerCount { json.member("containerCount", containerCount) }
    if let loadTimeout { json.member("loadTimeout", DurationText.exact(loadTimeout)) }
  }
}

extension ByteCount {
  /// The count in the largest binary unit of which it is a multiple, such as `50 MiB`; exact.
  var unitText: String {
    var number = bytes
    var units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"][...]
    var unit = number == 1 ? "byte" : "bytes"
    while number != 0, number.isMultiple(of: 1024), let next = units.popFirst() {
      number /= 1024
      unit = next
    }
    return "\(number) \(unit)"
  }
}
