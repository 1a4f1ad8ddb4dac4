import AttachmentIntake
import JSONSyntax

extension TypesCommand {
  static let decode = CommandDefinition(
    "decode", abstract: "Decode a dynamic type",
    discussion: ["Shows the extension or MIME type that is encoded in it."],
    options: [OutputOptions.json.declaration], operands: [dynamicType.declaration])

  static let decodeBody: CommandBodies.Body = { arguments, context in
    guard let type = arguments[TypesCommand.dynamicType] else { return .usage }
    guard let decoded = DynamicType(decoding: type) else {
      context.messages.report(
        "'\(DisplayText.escaped(type.rawValue))' is not a dynamic type that can be decoded.")
      return .refusals
    }
    let resolved = TypeRegistry.standard.resolve(type)
    if arguments[OutputOptions.json] {
      try await context.output.write(
        JSONWriter.line { json in
          json.member("identifier", type.rawValue)
          json.member("conformsTo", decoded.conformsTo.map(\.rawValue))
          json.member("tags", decoded.tags.map { "\($0.tagClass.identifier)=\($0.value)" })
          json.member("type", resolved.rawValue)
        })
      return .success
    }
    let facts =
      [("TYPE", resolved.rawValue)]
      + decoded.tags.map { ("TAG", "\($0.tagClass.identifier)=\($0.value)") }
      + decoded.conformsTo.map { ("CONFORMS TO", $0.rawValue) }
    try await context.output.write(facts: facts)
    return .success
  }
}
