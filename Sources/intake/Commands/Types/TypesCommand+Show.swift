import AttachmentIntake
import JSONSyntax

extension TypesCommand {
  static let show = CommandDefinition(
    "show", abstract: "Show what is known of a type",
    discussion: ["Its parents, all types it conforms to, its extensions and MIME types."],
    options: [OutputOptions.json.declaration], operands: [type.declaration])

  static let showBody: CommandBodies.Body = { arguments, context in
    guard let type = arguments[TypesCommand.type] else { return .usage }
    let registry = TypeRegistry.standard
    let resolved = registry.resolve(type)
    guard let known = registry.type(resolved) else {
      context.messages.report("'\(DisplayText.escaped(type.rawValue))' is not a known type.")
      return .refusals
    }
    let ancestors = registry.ancestors(of: resolved)
    if arguments[OutputOptions.json] {
      try await context.output.write(
        JSONWriter.line { json in
          json.member("identifier", known.identifier.rawValue)
          json.member("parents", known.parents.map(\.rawValue))
          json.member("conformsTo", ancestors.map(\.rawValue))
          json.member("filenameExtensions", known.filenameExtensions)
          json.member("mimeTypes", known.mimeTypes)
          json.member(
            "preferredFilenameExtension", registry.preferredFilenameExtension(for: resolved))
          json.member("preferredMIMEType", registry.preferredMIMEType(for: resolved))
        })
      return .success
    }
    func list(_ values: [String]) -> String {
      values.isEmpty ? "-" : values.joined(separator: ", ")
    }
    try await context.output.write(facts: [
      ("TYPE", known.identifier.rawValue), ("PARENTS", list(known.parents.map(\.rawValue))),
      ("CONFORMS TO", list(ancestors.map(\.rawValue))),
      ("EXTENSIONS", list(known.filenameExtensions)), ("MIME TYPES", list(known.mimeTypes)),
    ])
    return .success
  }
}
