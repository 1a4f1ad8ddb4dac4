import Foundation
import JSONSyntax

/// A JSON value as another reader has it, to compare with ours.
indirect enum JSONTree: Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string([UInt8])
  case array([JSONTree])
  case object([[UInt8]: JSONTree])

  init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .number(Double(number))
    case .decimal(let number): self = .number(number)
    case .string(let text): self = .string(Array(text.utf8))
    case .array(let elements): self = .array(elements.map(JSONTree.init))
    case .object(let members):
      self = .object(
        Dictionary(uniqueKeysWithValues: members.map { (Array($0.name.utf8), JSONTree($0.value)) }))
    }
  }
}

/// Reads through Foundation's decoder.
struct FoundationTree: Decodable {
  let tree: JSONTree

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Key.self) {
      var object: [[UInt8]: JSONTree] = [:]
      for key in members.allKeys {
        object[Array(key.stringValue.utf8)] = try members.decode(Self.self, forKey: key).tree
      }
      tree = .object(object)
    } else if var elements = try? decoder.unkeyedContainer() {
      var array: [JSONTree] = []
      while !elements.isAtEnd { array.append(try elements.decode(Self.self).tree) }
      tree = .array(array)
    } else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        tree = .null
      } else if let flag = try? value.decode(Bool.self) {
        tree = .boolean(flag)
      } else if let text = try? value.decode(String.self) {
        tree = .string(Array(text.utf8))
      } else {
        tree = .number(try value.decode(Double.self))
      }
    }
  }

  /// The tree; `nil` where Foundation refuses the text.
  static func read(_ bytes: [UInt8]) -> JSONTree? {
    try? JSONDecoder().decode(Self.self, from: Data(bytes)).tree
  }
}
