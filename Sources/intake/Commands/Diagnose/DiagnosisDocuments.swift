import IntakeModel
import ShareContract
import UniformTypes

/// What a diagnosis is made from besides the record.
struct DiagnosisDocuments {
  private let rows: RowIndex?
  private let rule: ActivationRule?
  private let entitlements: (extension: AppEntitlements, host: AppEntitlements)?
  private let registry: TypeRegistry

  /// Reads the documents that the arguments name.
  ///
  /// - Throws: ``InputDocumentError`` for one that cannot be read, or is no such document; `CancellationError`.
  init(_ arguments: ParsedArguments) async throws {
    let properties = try await Self.properties(arguments[DiagnoseCommand.infoPlist])
    let registry = properties?.registry ?? .standard
    rule = properties?.rule
    self.registry = registry
    if let path = arguments[DiagnoseCommand.contract] {
      let contract = try await InputDocument(reading: path).parse {
        bytes throws(DocumentError) in try InputContract(reading: bytes, registry: registry)
      }
      rows = RowIndex(contract, registry)
    } else {
      rows = nil
    }
    if let ours = arguments[DiagnoseCommand.entitlements],
      let theirs = arguments[DiagnoseCommand.hostEntitlements]
    {
      entitlements = (try await Self.entitlements(ours), try await Self.entitlements(theirs))
    } else {
      entitlements = nil
    }
  }

  func diagnosis(of record: ShareRecord) -> Diagnosis {
    Diagnosis(of: record, rows: rows, rule: rule, entitlements: entitlements, registry: registry)
  }

  private static func properties(_ path: FilePathArgument?) async throws -> ExtensionPropertyList? {
    guard let path else { return nil }
    let document = try await InputDocument(reading: path)
    let properties = try document.parse { bytes throws(DocumentError) in
      try ExtensionPropertyList(reading: bytes)
    }
    guard properties.rule != nil else {
      throw InputDocumentError(
        document.name,
        properties.looksLikeEntitlements
          ? "has no activation rule; it looks like entitlements, and should be the Info.plist of the extension"
          : "has no activation rule; it should be the Info.plist of the extension, not that of the app"
      )
    }
    return properties
  }

  private static func entitlements(_ path: FilePathArgument) async throws -> AppEntitlements {
    try await InputDocument(reading: path).parse { bytes throws(DocumentError) in
      try AppEntitlements(reading: bytes)
    }
  }
}
