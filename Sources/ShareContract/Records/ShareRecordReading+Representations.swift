import IntakeModel
import JSONSyntax
import UniformTypes

extension ShareRecordReading {
  mutating func readRepresentation(_ node: JSONNode) -> RepresentationRecord? {
    guard
      document.isObject(
        node, "a representation", keys: RecordKeys.representation, required: ["type", "delivery"])
    else { return nil }
    let type = document.type(node["type"], "'type'")
    let delivery: Representation.Delivery? = document.choice(node["delivery"], "'delivery'")
    let size = readSize(node["size"], "'size'")
    let attempt = readAttempt(node["attempt"])
    guard let type, let delivery else { return nil }
    return RepresentationRecord(type, delivery: delivery, declaredSize: size, attempt: attempt)
  }

  private mutating func readAttempt(_ node: JSONNode?) -> RepresentationRecord.Attempt? {
    guard let node,
      document.isObject(node, "'attempt'", keys: RecordKeys.attempt, required: ["order"])
    else { return nil }
    let order = readCount(node["order"], "'order'")
    let arrival: RepresentationRecord.Arrival? = document.choice(node["arrival"], "'arrival'")
    let size = readSize(node["size"], "'size' of 'attempt'")
    let content = document.type(node["content"], "'content' of 'attempt'")
    let failure = readFailure(node["failure"])
    return order.map {
      RepresentationRecord.Attempt(
        order: $0, arrival: arrival, size: size, contentType: content, failure: failure)
    }
  }

  private mutating func readFailure(_ node: JSONNode?) -> RepresentationRecord.Failure? {
    guard let node,
      document.isObject(node, "'failure'", keys: RecordKeys.failure, required: ["code", "stage"])
    else { return nil }
    let code = document.code(node["code"], "'code' of 'failure'")
    let stage: Stage? = document.choice(node["stage"], "'stage' of 'failure'")
    let domain = document.label(node["domain"], "'domain'")
    let number = document.integer(node["number"], "'number'", in: .min ... .max)
    guard let code, let stage else { return nil }
    return RepresentationRecord.Failure(
      code, at: stage, domain: domain, number: number.map(Int.init))
  }

  mutating func readSize(_ node: JSONNode?, _ what: String) -> ByteCount? {
    document.integer(node, what, in: 0...(.max)).map { ByteCount(bytes: $0) }
  }

  mutating func readCount(_ node: JSONNode?, _ what: String) -> Int? {
    document.integer(node, what, in: 0...Int64(Int.max)).map { Int($0) }
  }
}
