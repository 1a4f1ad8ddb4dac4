/// Reads the types that an app declares in its Info.plist.
public enum TypeDeclarations {
  /// The most types that one app may declare; the largest known app has some 300.
  public static let maximumCount = 1024

  /// The most parents, filename extensions or MIME types of one type.
  public static let maximumListLength = 256

  /// Reads the types that an app exports and imports, in this order.
  ///
  /// Looks at "UTExportedTypeDeclarations" and "UTImportedTypeDeclarations" of an Info.plist in XML
  /// or in the binary form; without them there are no types, which is no error. Lists may be
  /// written as a single string. Filename extensions lose a leading dot. Other tags, icons and
  /// descriptions are passed over.
  ///
  /// At most 4 MiB, 64 levels and ``maximumCount`` types are read.
  ///
  /// - Parameter bytes: The content of the Info.plist.
  /// - Throws: ``PropertyListError``, for bytes that are no property list and for declarations of
  ///   the wrong form, with the place of the first one.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func types(
    inInfoPropertyList bytes: [UInt8]
  ) throws(PropertyListError) -> [UniformType] {
    try types(in: try PropertyListValue(reading: bytes))
  }

  /// Reads the types from the content of an Info.plist; see ``types(inInfoPropertyList:)``.
  package static func types(
    in info: PropertyListValue
  ) throws(PropertyListError) -> [UniformType] {
    guard case .dictionary(let info) = info else {
      throw PropertyListError(.value("root"), "is no dictionary")
    }
    let lists: [(key: String, origin: UniformType.Origin)] = [
      ("UTExportedTypeDeclarations", .exported), ("UTImportedTypeDeclarations", .imported),
    ]
    var types: [UniformType] = []
    for (key, origin) in lists {
      guard let value = info[key] else { continue }
      guard case .array(let declarations) = value else { throw mismatch(key, value, "an array") }
      guard types.count + declarations.count <= maximumCount else {
        throw PropertyListError(.value(key), "has more than \(maximumCount) types")
      }
      for (place, declaration) in declarations.enumerated() {
        types.append(try type(declaration, at: "\(key)[\(place)]", origin: origin))
      }
    }
    return types
  }

  private static func type(
    _ value: PropertyListValue, at path: String, origin: UniformType.Origin
  ) throws(PropertyListError) -> UniformType {
    guard case .dictionary(let declaration) = value else {
      throw mismatch(path, value, "a dictionary")
    }
    let identifierPath = path + ".UTTypeIdentifier"
    guard let identifier = declaration["UTTypeIdentifier"] else {
      throw PropertyListError(.value(identifierPath), "is missing")
    }
    guard case .string(let name) = identifier else {
      throw mismatch(identifierPath, identifier, "a string")
    }
    let parentsPath = path + ".UTTypeConformsTo"
    var parents: [TypeIdentifier] = []
    for parent in try strings(declaration["UTTypeConformsTo"], at: parentsPath) {
      parents.append(try wellFormed(parent, at: parentsPath))
    }
    var tags: [String: PropertyListValue] = [:]
    let tagsPath = path + ".UTTypeTagSpecification"
    switch declaration["UTTypeTagSpecification"] {
    case nil: break
    case .dictionary(let specification): tags = specification
    case .some(let value): throw mismatch(tagsPath, value, "a dictionary")
    }
    func list(_ tagClass: TagClass) throws(PropertyListError) -> [String] {
      let key = tagClass.identifier
      return try strings(tags[key], at: "\(tagsPath).\(key)").filter { !$0.isEmpty }
    }
    return UniformType(
      try wellFormed(name, at: identifierPath), conformsTo: parents,
      filenameExtensions: try list(.filenameExtension).map {
        $0.hasPrefix(".") ? String($0.dropFirst()) : $0
      },
      mimeTypes: try list(.mimeType), origin: origin)
  }

  private static func wellFormed(
    _ name: String, at path: String
  ) throws(PropertyListError) -> TypeIdentifier {
    let identifier = TypeIdentifier(name)
    guard identifier.isWellFormed else {
      throw PropertyListError(
        .value(path), "is no type identifier: only letters, digits, '.', '-' and '_' are allowed")
    }
    return identifier
  }

  /// A list of strings, which may be written as one string.
  private static func strings(
    _ value: PropertyListValue?, at path: String
  ) throws(PropertyListError) -> [String] {
    switch value {
    case nil: return []
    case .string(let string): return [string]
    case .array(let values):
      guard values.count <= maximumListLength else {
        throw PropertyListError(.value(path), "has more than \(maximumListLength) items")
      }
      var strings: [String] = []
      for (place, item) in values.enumerated() {
        guard case .string(let string) = item else {
          throw mismatch("\(path)[\(place)]", item, "a string")
        }
        strings.append(string)
      }
      return strings
    case .some(let value): throw mismatch(path, value, "an array of strings")
    }
  }

  private static func mismatch(
    _ path: String, _ value: PropertyListValue, _ expected: String
  ) -> PropertyListError {
    PropertyListError(.value(path), "is \(value.kind) where \(expected) belongs")
  }
}
