import IntakeModel
import JSONSyntax
import UniformTypes

/// The reading of one line.
///
/// Members that version 1 does not have are errors, so that nothing that nobody checked is carried along
/// (P10).
struct ShareRecordReading {
  var document = DocumentReading()

  mutating func readLine(_ node: JSONNode) -> ShareRecordLine? {
    guard node.members != nil else {
      document.expected("an object, which a record is", found: node)
      return nil
    }
    guard let versionNode = node["version"] else {
      document.problems.error("a record lacks the member 'version'", at: node.place)
      return nil
    }
    guard let version = versionNode.integer else {
      document.expected("the number \(ShareRecordLine.version) for 'version'", found: versionNode)
      return nil
    }
    guard version == ShareRecordLine.version else {
      document.problems.error(
        "version \(version) of records is not known",
        advice: "this program reads version \(ShareRecordLine.version)", at: versionNode.place)
      return nil
    }
    guard let kindNode = node["kind"] else {
      document.problems.error("a record lacks the member 'kind'", at: node.place)
      return nil
    }
    guard let kind = document.string(kindNode, "'kind'") else { return nil }
    guard kind == ShareRecordLine.kind else { return .other }
    return readShare(node).map { .share($0) }
  }

  private mutating func readShare(_ node: JSONNode) -> ShareRecord? {
    _ = document.isObject(
      node, "a share", keys: RecordKeys.share, required: ["id", "origin", "items"])
    let id = readID(node["id"])
    let origin: ShareRecord.Origin? = document.choice(node["origin"], "'origin'")
    let items = document.array(node["items"], "'items'", limit: 100_000).map { elements in
      elements.compactMap { readItem($0) }
    }
    guard let id, let origin, let items else { return nil }
    var record = ShareRecord(id: id, origin: origin, items: items)
    record.recordedAt = document.integer(node["recordedAt"], "'recordedAt'", in: 0...(.max))
    record.row = readRow(node["row"])
    record.source = document.label(node["source"], "'source'")
    record.content = document.label(node["content"], "'content'")
    record.system = readSystem(node["system"])
    record.build = document.label(node["build"], "'build'")
    record.seen = readSights(node["seen"])
    record.omitted = readCount(node["omitted"], "'omitted'") ?? 0
    return record
  }

  private mutating func readID(_ node: JSONNode?) -> ShareID? {
    guard let text = document.string(node, "'id'"), let node else { return nil }
    if let id = ShareID(text) { return id }
    document.problems.error(
      "'id' cannot be \(Quotation.of(text))",
      advice: "it is a UUID such as 0190163d-8694-739b-aea5-966c26f8ad91", at: node.place)
    return nil
  }

  private mutating func readRow(_ node: JSONNode?) -> RowReference? {
    guard let node, document.isObject(node, "'row'", keys: RecordKeys.row, required: RecordKeys.row)
    else { return nil }
    guard let id = document.string(node["id"], "'id' of 'row'"),
      let revision = document.string(node["revision"], "'revision'")
    else { return nil }
    let row = RowReference(id: id, revision: revision)
    if row.isWellFormed { return row }
    document.problems.error(
      "\(Quotation.of(id)) with the revision \(Quotation.of(revision)) is no row of a contract",
      advice:
        "a row has lowercase letters, digits and hyphens, and its revision 16 hexadecimal digits",
      at: node.place)
    return nil
  }

  private mutating func readSystem(_ node: JSONNode?) -> ShareRecord.System? {
    guard let node,
      document.isObject(node, "'system'", keys: RecordKeys.system, required: ["name"])
    else { return nil }
    let name = document.label(node["name"], "'name' of 'system'")
    let build = document.label(node["build"], "'build' of 'system'")
    let device = document.label(node["device"], "'device'")
    let isFresh = document.boolean(node["freshInstallation"], "'freshInstallation'")
    return name.map {
      ShareRecord.System(name: $0, build: build, device: device, isFreshInstallation: isFresh)
    }
  }

  private mutating func readSights(_ node: JSONNode?) -> Set<ShareRecord.Sight> {
    let limit = ShareRecord.Sight.allCases.count
    guard let elements = document.array(node, "'seen'", limit: limit) else { return [] }
    return Set(elements.compactMap { document.choice($0, "what was seen") })
  }

  // MARK: Items

  private mutating func readItem(_ node: JSONNode) -> ShareRecord.Item? {
    guard
      document.isObject(node, "an item", keys: RecordKeys.item, required: RecordKeys.item),
      let elements = document.array(node["attachments"], "'attachments'", limit: 100_000)
    else { return nil }
    return ShareRecord.Item(attachments: elements.compactMap { readAttachment($0) })
  }

  private mutating func readAttachment(_ node: JSONNode) -> AttachmentRecord? {
    guard
      document.isObject(
        node, "an attachment", keys: RecordKeys.attachment, required: ["representations"]),
      let elements = document.array(node["representations"], "'representations'", limit: 100_000)
    else { return nil }
    var record = AttachmentRecord(
      representations: elements.compactMap { readRepresentation($0) })
    record.result = readResult(node["result"])
    record.durations = readDurations(node["microseconds"])
    record.handedOver = document.choice(node["handedOver"], "'handedOver'")
    record.readBack = readReadBack(node["readBack"])
    return record
  }

  private mutating func readReadBack(_ node: JSONNode?) -> AttachmentRecord.ReadBack? {
    guard let node,
      document.isObject(node, "'readBack'", keys: RecordKeys.readBack, required: ["reader"])
    else { return nil }
    let failure = document.code(node["failure"], "'failure' of 'readBack'")
    let reader: AttachmentRecord.ReadBack.Reader? = document.choice(node["reader"], "'reader'")
    return reader.map { AttachmentRecord.ReadBack(by: $0, failure: failure) }
  }

  private mutating func readDurations(_ node: JSONNode?) -> [Stage: Duration] {
    let stages = Stage.allCases.map(\.rawValue)
    guard let node, document.isObject(node, "'microseconds'", keys: stages) else { return [:] }
    var durations: [Stage: Duration] = [:]
    for stage in Stage.allCases {
      let number = document.integer(
        node[stage.rawValue], "'\(stage.rawValue)' of 'microseconds'", in: 0...(.max))
      if let number { durations[stage] = .microseconds(number) }
    }
    return durations
  }

  private mutating func readResult(_ node: JSONNode?) -> AttachmentRecord.Result? {
    guard let node else { return nil }
    guard node.members != nil else {
      document.expected("an object for 'result'", found: node)
      return nil
    }
    guard let status = document.string(node["status"], "'status'") else {
      if node["status"] == nil {
        document.problems.error("'result' lacks the member 'status'", at: node.place)
      }
      return nil
    }
    switch status {
    case "stored":
      _ = document.isObject(
        node, "'result'", keys: RecordKeys.stored, required: RecordKeys.stored)
      let type = document.type(node["type"], "'type' of 'result'")
      let content = document.type(node["content"], "'content' of 'result'")
      let size = readSize(node["size"], "'size' of 'result'")
      guard let type, let content, let size else { return nil }
      return .stored(declaredType: type, contentType: content, size: size)
    case "refused":
      _ = document.isObject(
        node, "'result'", keys: RecordKeys.refused, required: RecordKeys.refused)
      let code = document.code(node["code"], "'code' of 'result'")
      let stage: Stage? = document.choice(node["stage"], "'stage' of 'result'")
      guard let code, let stage else { return nil }
      return .refused(code, at: stage)
    default:
      document.notOne(
        of: ["stored", "refused"], status, "'status'", at: node["status"]?.place ?? node.place)
      return nil
    }
  }
}
