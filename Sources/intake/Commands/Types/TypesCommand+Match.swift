import AttachmentIntake
import JSONSyntax

extension TypesCommand {
  static let match = CommandDefinition(
    "match", abstract: "Find the types of extensions, file names and MIME types",
    discussion: ["The exit status is 1 if one of them has no type."],
    options: [OutputOptions.json.declaration], operands: [tags.declaration],
    examples: [("intake types match heic image/png Report.pages", "Three tags at once")],
    check: { arguments throws(UsageError) in
      if arguments[tags].isEmpty {
        throw UsageError(
          "There is nothing to match.", hint: "For example '\(arguments.command) heic image/png'.",
          command: arguments.command)
      }
    })

  static let matchBody: CommandBodies.Body = { arguments, context in
    let registry = TypeRegistry.standard
    var status = ExitStatus.success
    var table = Table([TableColumn("TAG"), TableColumn("TYPES")])
    for tag in arguments[TypesCommand.tags] {
      let types = types(of: tag, in: registry)
      if types.isEmpty { status = .refusals }
      if arguments[OutputOptions.json] {
        try await context.output.write(
          JSONWriter.line { json in
            json.member("tag", tag)
            json.member("types", types.map(\.rawValue))
          })
      } else {
        let names = types.isEmpty ? "-" : types.map(\.rawValue).joined(separator: ", ")
        table.append([TableCell(tag), TableCell(names)])
      }
    }
    if !arguments[OutputOptions.json] { try await context.output.write(table, context.terminal) }
    return status
  }

  /// A MIME type has a slash; a file name has a dot before its extension; anything else is an extension.
  private static func types(of tag: String, in registry: TypeRegistry) -> [TypeIdentifier] {
    if tag.contains("/") { return registry.types(mimeType: tag) }
    let filenameExtension = tag.split(separator: ".").last.map(String.init) ?? ""
    return registry.types(filenameExtension: filenameExtension)
  }
}
