import ShareContract

/// A share that reached the app, and the ways in which it can fail to.
enum DiagnosisSamples {
  static let photo = MatrixSamples.photo(1, .device)
  static let contract = InputContract(
    name: "Example", rule: SelectionRule([AcceptedType("public.image")]),
    rows: [MatrixSamples.still])

  /// A photo that was offered and of which nothing more is known.
  static func offered(_ types: TypeIdentifier..., origin: ShareRecord.Origin = .device)
    -> ShareRecord
  {
    ShareRecord(
      id: MatrixSamples.id(1), origin: origin, source: "Photos", system: MatrixSamples.phone,
      items: [
        .init(attachments: [
          AttachmentRecord(representations: types.map { RepresentationRecord($0, delivery: .file) })
        ])
      ])
  }

  /// A photo that was refused after loads that failed.
  static func refused(
    _ code: IntakeError.Code, at stage: Stage, domain: RecordLabel? = nil, number: Int? = nil,
    change: (inout AttachmentRecord) -> Void = { _ in }
  ) -> ShareRecord {
    var record = offered("public.heic", "public.jpeg")
    record.items[0].attachments[0].result = .refused(code, at: stage)
    if stage != .selection {
      record.items[0].attachments[0].representations[0].attempt = .init(
        order: 0, failure: .init(code, at: stage, domain: domain, number: number))
    }
    change(&record.items[0].attachments[0])
    return record
  }

  static func rule(_ text: String) throws -> ActivationRule { try ActivationRule(predicate: text) }

  static let acceptsImages = """
    SUBQUERY(extensionItems, $item, SUBQUERY($item.attachments, $attachment, ANY \
    $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image").@count >= 1).@count >= 1
    """
  static let acceptsMovies = acceptsImages.replacing("public.image", with: "public.movie")

  static func entitlements(
    _ ours: [String], _ theirs: [String]
  ) -> (extension: AppEntitlements, host: AppEntitlements) {
    (AppEntitlements(applicationGroups: ours), AppEntitlements(applicationGroups: theirs))
  }
}
