public import IntakeModel
public import UniformTypes

extension ShareRecord {
  /// The record without what could be part of a name (P10): types say what they are, and no more.
  ///
  /// See ``TypeIdentifier/withoutNames(in:)``.
  ///
  /// - Complexity: O(*n*) in the length of the identifiers.
  public func withoutNames(in registry: TypeRegistry = .standard) -> ShareRecord {
    var record = self
    for item in record.items.indices {
      for attachment in record.items[item].attachments.indices {
        record.items[item].attachments[attachment].mapTypes { $0.withoutNames(in: registry) }
      }
    }
    return record
  }
}

extension AttachmentRecord {
  fileprivate mutating func mapTypes(_ transform: (TypeIdentifier) -> TypeIdentifier) {
    for place in representations.indices {
      representations[place].type = transform(representations[place].type)
      if let content = representations[place].attempt?.contentType {
        representations[place].attempt?.contentType = transform(content)
      }
    }
    if case .stored(let declared, let content, let size) = result {
      result = .stored(
        declaredType: transform(declared), contentType: transform(content), size: size)
    }
  }
}
