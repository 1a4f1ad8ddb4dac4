import AttachmentIntake
import JSONSyntax

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension LibraryCommand {
  static let importing = CommandDefinition(
    "import", abstract: "Import documents, or link them",
    discussion: [
      "Each is copied, checked and committed, and has an entry only then. One that fails leaves nothing, "
        + "does not stop the others, and makes the exit status 1; what is said of it tells whether trying "
        + "again helps. Ctrl-C stops: what was reported stays, everything else is undone.",
      "The originals stay as they are. With --link nothing is copied.",
    ],
    options: LibraryOptions.imported, operands: [LibraryOptions.files.declaration],
    examples: [
      ("intake library import --accept com.adobe.pdf *.pdf", "Only what is a PDF"),
      ("intake library import --link ~/Documents/plan.pdf", "Without a copy"),
    ],
    check: { arguments throws(UsageError) in
      if arguments[LibraryOptions.files].isEmpty {
        throw UsageError(
          "There is nothing to import.", hint: "For example '\(arguments.command) report.pdf'.",
          command: arguments.command)
      }
      if RecordLabel(arguments[LibraryOptions.source]) == nil {
        throw UsageError(
          "'\(arguments[LibraryOptions.source])' is no name for a kind of source.",
          hint: "It has up to 80 letters, digits, spaces and . , - _ ( ) + & ', and is no path.",
          command: arguments.command)
      }
      let given = [
        (ValidationOptions.refuse.declaration.name, arguments.contains(ValidationOptions.refuse)),
        (
          ValidationOptions.validator.declaration.name,
          arguments.contains(ValidationOptions.validator)
        ),
      ]
      if arguments[LibraryOptions.noValidation], let name = given.first(where: \.1)?.0 {
        throw UsageError(
          "'--no-validation' and '--\(name)' contradict each other.",
          hint: "Leave one of them out.", command: arguments.command)
      }
      try ValidationOptions.checkScanner(arguments)
    })

  static let importBody: CommandBodies.Body = { arguments, context in
    let validators =
      arguments[LibraryOptions.noValidation] ? nil : ValidationOptions.pool(arguments)
    UnknownTypes.report(
      among: arguments[LibraryOptions.accept] + [arguments[LibraryOptions.type]].compactMap { $0 },
      .standard, to: context.messages)
    // Without one by default, each document says that nobody has opened it; one that is named has to be there.
    let isRequired = arguments.contains(ValidationOptions.validator)
    return try await ValidationOptions.withPool(validators, isRequired: isRequired) {
      try await importDocuments(arguments, context, validators)
    }
  }

  private static func importDocuments(
    _ arguments: ParsedArguments, _ context: CommandContext, _ validators: ValidatorPool?
  ) async throws -> ExitStatus {
    try await withLibrary(
      arguments, context, creates: true, configuration: configuration(arguments, validators)
    ) { library in
      let documents = try pickedDocuments(arguments)
      let report = ImportReport(isJSON: arguments[OutputOptions.json], context)
      if arguments[LibraryOptions.link] {
        for (position, document) in documents.enumerated() {
          try await report.add(try await link(document, in: library), document, position)
        }
      } else {
        try await library.importDocuments(documents) { outcome in
          do {
            try await report.add(outcome)
          } catch {
            // Nobody was told of it, and no cancellation reaches this task.
            if let id = outcome.document?.id {
              await Task(name: "undo") { try? await library.remove(id) }.value
            }
            throw error
          }
        }
      }
      try await report.finish()
      return report.status
    }
  }

  private static func link(
    _ document: PickedDocument, in library: DocumentLibrary
  ) async throws -> Result<LinkedDocument, IntakeError> {
    do {
      return .success(try await library.link(document))
    } catch let error as IntakeError {
      return .failure(error)
    }
  }

  private static func configuration(
    _ arguments: ParsedArguments, _ validators: ValidatorPool?
  ) -> DocumentLibrary.Configuration {
    var configuration = DocumentLibrary.Configuration()
    let accepted = arguments[LibraryOptions.accept]
    if !accepted.isEmpty { configuration.intake.rule.accepted = accepted.map { AcceptedType($0) } }
    configuration.intake.maximumFileSize = arguments[LibraryOptions.maxFile]
    configuration.intake.container.bytes = arguments[LibraryOptions.maxContainer]
    configuration.intake.durability = arguments[LibraryOptions.durability]
    let scanner = ValidationOptions.commandScanner(arguments)
    if validators != nil || scanner != nil {
      var validation = ContentValidation(
        validators, refusing: Set(arguments[ValidationOptions.refuse]), scanner: scanner)
      validation.refusesUnscanned = !arguments[ValidationOptions.allowUnscanned]
      configuration.intake.validation = validation
    }
    configuration.labels = .init(
      system: systemName, build: RecordLabel("intake \(RootCommand.version)"))
    return configuration
  }

  /// The system with its version, such as `Linux 6.1.0`; what a distribution appends parts what belongs together.
  private static var systemName: RecordLabel? {
    var name = utsname()
    guard uname(&name) == 0 else { return nil }
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    let release = text(name.release).prefix { $0.isNumber || $0 == "." }
    return RecordLabel("\(text(name.sysname)) \(release)")
  }

  private static func pickedDocuments(_ arguments: ParsedArguments) throws -> [PickedDocument] {
    let folder = workingFolder
    return arguments[LibraryOptions.files].map { file in
      PickedDocument(
        fileAt: absolute(file.bytes, in: folder), type: arguments[LibraryOptions.type],
        source: RecordLabel(arguments[LibraryOptions.source]))
    }
  }

  /// The path that leads to the same file from every working folder.
  private static func absolute(_ path: [UInt8], in folder: [UInt8]) -> LocalPath {
    let slash = UInt8(ascii: "/")
    if path.first == slash || folder.isEmpty { return LocalPath(bytes: path) }
    return LocalPath(bytes: folder + (folder.last == slash ? [] : [slash]) + path)
  }

  private static var workingFolder: [UInt8] {
    guard let folder = getcwd(nil, 0) else { return [] }
    defer { free(folder) }
    return Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
  }
}
