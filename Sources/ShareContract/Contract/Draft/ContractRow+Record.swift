import IntakeModel
import UniformTypes

extension ContractRow {
  /// A row for a recorded share, which expects what `rule` makes of it.
  ///
  /// - Returns: `nil` for a record without source, content or attachments.
  init?(for record: ShareRecord, by rule: SelectionRule, in registry: TypeRegistry) {
    guard let source = record.source, let content = record.content, !record.attachments.isEmpty
    else { return nil }
    self.init(
      id: Self.identifier("\(source) \(content)"), source: source, content: content,
      items: record.declaredItems,
      expectations: record.attachments.map { Expectation(for: $0, by: rule, in: registry) })
  }

  /// A text as the identifier of a row: its ASCII letters and digits, with hyphens between them.
  static func identifier(_ text: String) -> String {
    let words = text.lowercased().unicodeScalars.split { scalar in
      !(scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil))
    }
    let joined = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: "-")
    var identifier = Substring(joined.prefix(64))
    while identifier.last == "-" { identifier.removeLast() }
    return identifier.isEmpty ? "row" : String(identifier)
  }
}

extension Expectation {
  init(for attachment: AttachmentRecord, by rule: SelectionRule, in registry: TypeRegistry) {
    let declared = attachment.representations.map { Representation($0.type, delivery: $0.delivery) }
    let selection = Selection.choose(from: declared, by: rule, in: registry)
    guard let first = selection.candidates.first else {
      self.init(.refused(selection.refusal.code))
      return
    }
    let failure = attachment.representations[first.declaredPlace].attempt?.failure
    switch (failure, selection.candidates.count) {
    case (nil, _): self.init(.stored, representation: first.representation.type)
    // The next one is tried; which that is, a replay tells.
    case (_?, 2...): self.init(.stored)
    case (let failure?, _): self.init(.refused(failure.code))
    }
  }
}
