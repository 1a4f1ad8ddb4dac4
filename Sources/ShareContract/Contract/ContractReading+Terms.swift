import IntakeModel
import JSONSyntax
import UniformTypes

/// A value, and where it stands.
struct Placed<Value: Sendable>: Sendable {
  var value: Value
  var place: JSONPlace
}

// What is accepted, refused and capped.
extension ContractReading {
  /// The most accepted types, and the most refused ones.
  static let maximumTypes = 256

  mutating func readAccepted(_ node: JSONNode?) -> [Placed<AcceptedType>] {
    guard let node, let elements = document.array(node, "'accept'", limit: Self.maximumTypes) else {
      return []
    }
    if elements.isEmpty {
      document.problems.error("'accept' names no type", advice: "name at least one", at: node.place)
    }
    return elements.compactMap { element in
      readAcceptedType(element).map { Placed(value: $0, place: element.place) }
    }
  }

  private mutating func readAcceptedType(_ node: JSONNode) -> AcceptedType? {
    if node.string != nil { return readType(node, "an accepted type").map { AcceptedType($0) } }
    guard node.members != nil else {
      document.expected("a type, or an object with one, in 'accept'", found: node)
      return nil
    }
    _ = document.isObject(
      node, "an accepted type", keys: ContractKeys.accepted, required: ["type"])
    let type = readType(node["type"], "'type'")
    let deliveries = readDeliveries(node["load"])
    let maximumSize = readSize(node["maximumSize"], "'maximumSize'")
    return type.map { AcceptedType($0, deliveries: deliveries, maximumSize: maximumSize) }
  }

  private mutating func readDeliveries(_ node: JSONNode?) -> Set<Representation.Delivery>? {
    guard let node, let elements = document.array(node, "'load'", limit: 16) else { return nil }
    var deliveries: Set<Representation.Delivery> = []
    for element in elements {
      guard
        let delivery: Representation.Delivery = document.choice(element, "a way to load")
      else { continue }
      if !deliveries.insert(delivery).inserted {
        document.problems.error(
          "'\(delivery.rawValue)' stands twice in 'load'", advice: "remove one", at: element.place)
      }
    }
    if elements.isEmpty {
      document.problems.error(
        "'load' names no way, so that nothing of the type is taken",
        advice: "leave it out for every way", at: node.place)
    }
    return deliveries
  }

  mutating func readRefused(_ node: JSONNode?) -> [Placed<RefusedType>] {
    guard let elements = document.array(node, "'refuse'", limit: Self.maximumTypes) else {
      return []
    }
    return elements.compactMap { element in
      readRefusedType(element).map { Placed(value: $0, place: element.place) }
    }
  }

  private mutating func readRefusedType(_ node: JSONNode) -> RefusedType? {
    if node.string != nil { return readType(node, "a refused type").map { RefusedType($0) } }
    guard node.members != nil else {
      document.expected("a type, or an object with one, in 'refuse'", found: node)
      return nil
    }
    _ = document.isObject(node, "a refused type", keys: ContractKeys.refused, required: ["type"])
    let type = readType(node["type"], "'type'")
    let message = readText(node["message"], "'message'", limit: 500)
    return type.map { RefusedType($0, message: message) }
  }

  mutating func readType(_ node: JSONNode?, _ what: String) -> TypeIdentifier? {
    guard let type = document.type(node, what), let node else { return nil }
    types.check(type, at: node.place, &document.problems)
    return type
  }

  // MARK: Limits

  mutating func readLimits(_ node: JSONNode?) -> InputContract.Limits {
    var limits = InputContract.Limits()
    guard let node, document.isObject(node, "'limits'", keys: ContractKeys.limits) else {
      return limits
    }
    limits.fileSize = readSize(node["fileSize"], "'fileSize'")
    limits.batchSize = readSize(node["batchSize"], "'batchSize'")
    limits.count = readCount(node["count"], "'count'")
    countPlace = node["count"].map { DocumentPlace($0.place) }
    limits.containerSize = readSize(node["containerSize"], "'containerSize'")
    limits.containerCount = readCount(node["containerCount"], "'containerCount'")
    limits.loadTimeout = readDuration(node["loadTimeout"], "'loadTimeout'")
    return limits
  }

  mutating func readCount(_ node: JSONNode?, _ what: String) -> Int? {
    document.integer(node, what, in: 1...Int64(Int.max)).map { Int($0) }
  }

  /// A size as text with a unit, or as a number of bytes.
  mutating func readSize(_ node: JSONNode?, _ what: String) -> ByteCount? {
    guard let node else { return nil }
    let size: ByteCount?
    switch node.value {
    case .integer(let bytes): size = bytes > 0 ? ByteCount(bytes: bytes) : nil
    case .string(let text): size = ByteCount(text)
    default:
      document.expected("a size such as \"50 MiB\" for \(what)", found: node)
      return nil
    }
    if let size, size > .zero { return size }
    let found = node.string.map(Quotation.of) ?? "\(node.integer ?? 0)"
    document.problems.error(
      "\(what) cannot be \(found)",
      advice: "write a size above zero such as \"50 MiB\", \"1.5 GB\", or a number of bytes",
      at: node.place)
    return nil
  }

  mutating func readDuration(_ node: JSONNode?, _ what: String) -> Duration? {
    guard let text = document.string(node, what), let node else { return nil }
    if let duration = DurationText.read(text) { return duration }
    document.problems.error(
      "\(what) cannot be \(Quotation.of(text))",
      advice: "write a duration above zero such as \"60s\", \"5m\", \"1h30m\" or \"250ms\"",
      at: node.place)
    return nil
  }
}
