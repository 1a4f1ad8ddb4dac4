package import UniformTypes

/// `intake types`: the registry of uniform types.
package enum TypesCommand {
  package static let type = Operand<TypeIdentifier?>.required(
    "TYPE", .type, help: "A uniform type, such as public.jpeg, or a dynamic one (dyn.a...).")

  package static let parent = Operand<TypeIdentifier?>.required(
    "PARENT", .type, help: "The type to compare with, such as public.image.")

  package static let dynamicType = Operand<TypeIdentifier?>.required(
    "DYNAMIC", .dynamicType,
    help: "A dynamic type, which begins with 'dyn.a'.")

  package static let tags = Operand<[String]>.repeated(
    "TAG", .text("a file name, extension or MIME type", example: "photo.heic"),
    help: "A MIME type (with a slash), an extension ('.heic' or 'heic') or a file name.")

  package static let definition = CommandDefinition(
    "types", abstract: "Look uniform types up",
    discussion: [
      "Uniform types name kinds of content, such as public.jpeg, and conform to more general "
        + "ones, such as public.image. The registry is the same on every platform."
    ],
    subcommands: [show, conforms, match, decode])
}
