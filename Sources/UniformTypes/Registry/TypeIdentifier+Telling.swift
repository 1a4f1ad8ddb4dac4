extension TypeIdentifier {
  /// A dynamic type of which nothing is told: it conforms to nothing.
  public static let untold: Self = "dyn.a"

  /// The identifier without what could be part of a name, as it stands in records.
  ///
  /// A source that shares `plan.acme` without a type for it declares a dynamic type that holds `acme`, and the
  /// end of `Call Dr. Smith about it` is no less an extension. Of a dynamic type, those tags and parents stay
  /// that `registry` knows; the others go. A type of which nothing is left, or that is no well-formed
  /// identifier, becomes ``untold``. Types of apps stay.
  ///
  /// - Complexity: O(*n*) in the length of the identifier.
  public func withoutNames(in registry: TypeRegistry = .standard) -> TypeIdentifier {
    guard isDynamic else {
      // A name of a type is written in ASCII, with a dot in it.
      let isName = isWellFormed && rawValue.utf8.allSatisfy { $0 < 0x80 } && rawValue.contains(".")
      return isName || registry.knows(self) ? self : .untold
    }
    guard let dynamic = DynamicType(decoding: self) else { return .untold }
    // Among them "dyn.age8u", which is how systems report a folder.
    if !registry.resolve(self).isDynamic, dynamic.tags.count == 1 { return self }
    let known = DynamicType(
      conformsTo: dynamic.conformsTo.filter { !$0.isDynamic && registry.type($0) != nil },
      tags: dynamic.tags.filter { registry.knows($0) })
    if known == dynamic { return self }
    return known.conformsTo.isEmpty && known.tags.isEmpty ? .untold : known.identifier
  }
}

extension TypeRegistry {
  fileprivate func knows(_ tag: TypeTag) -> Bool {
    switch tag.tagClass {
    case .filenameExtension: !types(filenameExtension: tag.value).isEmpty
    case .mimeType: !types(mimeType: tag.value).isEmpty
    default: false
    }
  }
}
