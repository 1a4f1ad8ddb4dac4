import AttachmentIntake
import JSONSyntax

extension TypesCommand {
  static let conforms = CommandDefinition(
    "conforms", abstract: "Say whether one type conforms to another",
    discussion: ["Prints 'yes' or 'no'. The exit status is 0 for yes and 1 for no."],
    options: [OutputOptions.json.declaration],
    operands: [type.declaration, parent.declaration],
    examples: [("intake types conforms public.heic public.image", "Is HEIC an image")])

  static let conformsBody: CommandBodies.Body = { arguments, context in
    guard let type = arguments[TypesCommand.type], let parent = arguments[TypesCommand.parent]
    else {
      return .usage
    }
    let conforms = TypeRegistry.standard.conforms(type, to: parent)
    if arguments[OutputOptions.json] {
      try await context.output.write(
        JSONWriter.line { json in
          json.member("type", type.rawValue)
          json.member("parent", parent.rawValue)
          json.member("conforms", conforms)
        })
    } else {
      try await context.output.write(line: conforms ? "yes" : "no")
    }
    return conforms ? .success : .refusals
  }
}
