import IntakeModel
import JSONSyntax
import ShareContract

/// The members of a JSON object, read with what is expected of each.
struct EvidenceFields {
  private let node: JSONNode

  /// Reads a document that is one object.
  init(reading bytes: [UInt8]) throws(DocumentError) {
    var reader = JSONReader(.strict)
    reader.limits.size = SealingMember.maximumSize
    do throws(JSONError) {
      try self.init(reader.read(bytes))
    } catch {
      throw DocumentError(error.message, at: Self.place(error.place))
    }
  }

  private init(_ node: JSONNode) throws(JSONError) {
    guard node.members != nil else {
      throw JSONError("expected an object, found \(node.value.kind)", at: node.place)
    }
    self.node = node
  }

  /// An error at a member, or at the object where it has no such member.
  func error(_ name: String, _ expected: String) -> DocumentError {
    guard let value = node[name] else {
      return DocumentError(
        "expected the member '\(name)', \(expected), found none", at: Self.place(node.place))
    }
    let found =
      value.string.map { Quotation.of(String($0.prefix(80))) }
      ?? value.integer.map { "\($0)" } ?? value.value.kind
    return DocumentError(
      "expected of '\(name)' \(expected), found \(found)", at: Self.place(value.place))
  }

  private static func place(_ place: JSONPlace) -> DocumentPlace {
    .line(place.line, column: place.column)
  }

  func text(_ name: String) throws(DocumentError) -> String {
    guard let text = node[name]?.string else { throw error(name, "a string") }
    return text
  }

  func optionalText(_ name: String) throws(DocumentError) -> String? {
    guard let value = node[name], !value.isNull else { return nil }
    return try text(name)
  }

  func boolean(_ name: String) throws(DocumentError) -> Bool {
    guard let flag = node[name]?.boolean else { throw error(name, "true or false") }
    return flag
  }

  func integer(_ name: String) throws(DocumentError) -> Int64 {
    guard let number = node[name]?.integer else { throw error(name, "a whole number") }
    return number
  }

  /// A number that is not negative.
  func count(_ name: String) throws(DocumentError) -> Int64 {
    let number = try integer(name)
    guard number >= 0 else { throw error(name, "a whole number, at least 0") }
    return number
  }

  /// A number from 0 to a trillion.
  func number(_ name: String) throws(DocumentError) -> Double {
    let number: Double? =
      switch node[name]?.value {
      case .integer(let value): Double(value)
      case .decimal(let value): value
      default: nil
      }
    guard let number, (0...1e12).contains(number) else {
      throw error(name, "a number from 0 to 1e12")
    }
    return number
  }

  func choice<Value>(
    _ name: String, _ read: (String) -> Value?, _ expected: String
  ) throws(DocumentError) -> Value {
    guard let value = read(try text(name)) else { throw error(name, expected) }
    return value
  }

  func digest(_ name: String, prefix: String = "sha256:") throws(DocumentError) -> ContentDigest {
    let text = try text(name)
    guard text.hasPrefix(prefix), let digest = ContentDigest(String(text.dropFirst(prefix.count)))
    else { throw error(name, "\(prefix)… with 64 hexadecimal digits") }
    return digest
  }

  func optionalDigest(_ name: String) throws(DocumentError) -> ContentDigest? {
    guard let value = node[name], !value.isNull else { return nil }
    return try digest(name)
  }

  func path(_ name: String) throws(DocumentError) -> EvidencePath {
    let text = try text(name)
    if let fault = EvidencePath.fault(of: text) {
      throw error(name, "the path of a member (\(fault))")
    }
    return try choice(name, { try? EvidencePath($0) }, "the path of a member")
  }

  func texts(_ name: String) throws(DocumentError) -> [String] {
    guard let elements = node[name]?.array else { throw error(name, "an array of strings") }
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else { throw error(name, "an array of strings") }
    return texts
  }

  func object(_ name: String) throws(DocumentError) -> EvidenceFields {
    guard let value = node[name], let fields = try? EvidenceFields(value) else {
      throw error(name, "an object")
    }
    return fields
  }

  func objects(_ name: String) throws(DocumentError) -> [EvidenceFields] {
    guard let elements = node[name]?.array else { throw error(name, "an array of objects") }
    let objects = elements.compactMap { try? EvidenceFields($0) }
    guard objects.count == elements.count else { throw error(name, "an array of objects") }
    return objects
  }

  /// All strings in an array of arrays, however deep; none where there is no such member.
  func nestedTexts(_ name: String) -> [String] {
    var texts: [String] = []
    var left = node[name].map { [$0] } ?? []
    while let node = left.popLast() {
      if let text = node.string { texts.append(text) }
      left += node.array ?? []
    }
    return texts
  }
}
