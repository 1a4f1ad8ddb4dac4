import IntakeModel
import ShareContract

/// A file with an activation rule, as the commands read it.
struct RuleDocument {
  let document: InputDocument
  let list: ExtensionPropertyList
  let rule: ActivationRule

  /// - Throws: ``InputDocumentError`` if the file cannot be read, or holds no rule; `CancellationError`.
  init(reading path: FilePathArgument) async throws {
    document = try await InputDocument(reading: path)
    list = try document.parse(ExtensionPropertyList.init(reading:))
    guard let rule = list.rule else {
      throw InputDocumentError(
        document,
        list.misplacedRule?.error ?? list.entitlementsError
          ?? DocumentError(
            "the property list has no activation rule; expected NSExtensionActivationRule in "
              + "NSExtensionAttributes in NSExtension"))
    }
    self.rule = rule
  }
}

extension InputContract {
  /// Reads the contract in a file.
  ///
  /// - Throws: ``InputDocumentError``; `CancellationError`.
  init(reading path: FilePathArgument, registry: TypeRegistry) async throws {
    let document = try await InputDocument(reading: path)
    self = try document.parse { bytes throws(DocumentError) in
      try InputContract(reading: bytes, registry: registry)
    }
  }
}
