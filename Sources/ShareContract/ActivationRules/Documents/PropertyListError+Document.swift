import IntakeModel
import UniformTypes

extension PropertyListError {
  /// The error with its place as other documents have it.
  ///
  /// - Parameter root: The property list, where it could be read: the error is then about a value,
  ///   which is looked up.
  func documentError(in bytes: [UInt8], root: PropertyListNode? = nil) -> DocumentError {
    switch place {
    case .byte(let offset): return DocumentError("the property list \(reason)", at: .byte(offset))
    case .line(let line, let column):
      // Its columns count bytes.
      var offset = 0
      for _ in 1..<line {
        guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { break }
        offset = end + 1
      }
      return DocumentError(
        "the property list \(reason)", at: .ofByte(offset + column - 1, in: bytes))
    case .value(let path):
      let node = root?.nearest(to: path)
      return DocumentError(
        "\(path) \(reason)", at: node.map { RuleSource.place(ofByte: $0.offset, in: bytes) })
    }
  }
}

extension PropertyListNode {
  /// The value at the beginning of a path such as "UTExportedTypeDeclarations[0].UTTypeIdentifier":
  /// the element of the array, else the value of the key.
  fileprivate func nearest(to path: String) -> PropertyListNode? {
    let key = path.prefix { $0 != "[" && $0 != "." }
    guard let list = self[String(key)] else { return nil }
    let index = path.dropFirst(key.count + 1).prefix { $0 != "]" }
    guard case .array(let nodes) = list.content, let index = Int(index),
      nodes.indices.contains(index)
    else { return list }
    return nodes[index]
  }
}
