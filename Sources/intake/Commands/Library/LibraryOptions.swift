package import AttachmentIntake

/// The options and operands of `intake library`.
package enum LibraryOptions {
  private static let defaults = IntakePipeline.Configuration()

  package static let id = Operand<AttachmentID?>.required(
    "ID", .identifier("the identifier of a document"),
    help: "The identifier, as 'list' shows it.")

  package static let ids = Operand<[AttachmentID]>.repeated(
    "ID", .identifier("the identifier of a document"),
    help: "The identifier of a document or link, as 'list' shows it.")

  package static let files = Operand<[FilePathArgument]>.repeated(
    "FILE", .path("a file", example: "report.pdf"), help: "A document to import.")

  package static let forgetMissing = Option<Bool>.flag(
    "forget-missing",
    help: "Remove the entries whose files are not there. What comes back later then has no entry.")

  package static let link = Option<Bool>.flag(
    "link", short: "l",
    help: "Copy nothing: the original stays where it is, and is found again when it is opened.")

  package static let type = Option<TypeIdentifier?>.value(
    "type", short: "t", "TYPE", .type, otherwise: "that of the extension, else of the first bytes",
    help: "What the files are said to be.")

  package static let source = Option<String>.value(
    "source", "NAME", .text("a kind of source", example: "scanner"), default: "file",
    help: "Where they come from, for 'report': a kind of source, never a path.")

  package static let accept = Option<[TypeIdentifier]>.list(
    "accept", short: "a", "TYPE", .type, otherwise: "any type of content",
    help: "Import only what conforms to this uniform type, such as com.adobe.pdf. One that is not "
      + "known is reported, and matches by its name alone.")

  package static let maxFile = Option<ByteCount>.value(
    "max-file", "SIZE", .size, default: defaults.maximumFileSize,
    help: "The most bytes that one document may hold.")

  package static let maxContainer = Option<ByteCount?>.value(
    "max-container", "SIZE", .size, otherwise: "what the disk has",
    help: "The most bytes that the container may hold afterwards.")

  package static let durability = Option<Durability>.value(
    "durability", "WHEN", .choice(), default: defaults.durability,
    help: "What is waited for before a document counts as imported, as for 'intake ingest'.")

  package static let noValidation = Option<Bool>.flag(
    "no-validation", help: "Do not look whether the content opens, only at its first bytes.")

  package static let imported =
    [
      ContainerOption.option.declaration, link.declaration, type.declaration, source.declaration,
      accept.declaration, maxFile.declaration, maxContainer.declaration, durability.declaration,
      noValidation.declaration,
    ] + ValidationOptions.declarations + [OutputOptions.json.declaration]
}
