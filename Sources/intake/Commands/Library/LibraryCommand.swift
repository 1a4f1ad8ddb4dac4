import AttachmentIntake

/// `intake library`: documents that last.
package enum LibraryCommand {
  package static let definition = CommandDefinition(
    "library", abstract: "Import, list, open and check documents that last",
    discussion: [
      "A document is copied, checked and committed, and only then has an entry: it opens later, also "
        + "when the original was moved or deleted. No sweep removes it. With --link the original stays "
        + "the only copy, and the library keeps what finds it again.",
      "Documents lie in a container, beside what was handed over there or in one of their own.",
    ],
    examples: [
      ("intake library import report.pdf", "Keep a document"),
      ("intake library list", "See what there is"),
      ("intake library verify", "Read everything, and check it"),
      ("intake library report", "See which step of an import fails for what"),
    ],
    subcommands: [importing, list, open, remove, verify, recover, report])

  /// Runs `body` with the library in the container that the arguments and the environment name.
  ///
  /// - Parameter creates: Whether a missing container is set up.
  static func withLibrary<Result>(
    _ arguments: ParsedArguments, _ context: CommandContext, creates: Bool = false,
    configuration: DocumentLibrary.Configuration = .init(),
    _ body: (DocumentLibrary) async throws -> Result
  ) async throws -> Result {
    try await ContainerOption.withContainer(
      arguments, context, creates: creates, createdBy: "intake library import"
    ) { container in
      let library = try await DocumentLibrary(container, configuration: configuration)
      if let text = text(of: library.recovery) { context.messages.report(text, style: .doubtful) }
      return try await body(library)
    }
  }

  /// What a person should know of the entries; `nil` for nothing.
  private static func text(of recovery: LibraryRecoveryReport) -> String? {
    guard let first = recovery.missing.first else { return nil }
    let files =
      recovery.missing.count == 1
      ? "The file of the document \(first) is"
      : "The files of \(recovery.missing.count) documents, the first of them \(first), are"
    return
      "\(files) not in the container. Nothing was removed: put back what is missing, or see whether "
      + "its disk is there. Then 'intake library verify' checks it."
  }

  static func id(_ arguments: ParsedArguments) throws -> AttachmentID {
    guard let id = arguments[LibraryOptions.id] else {
      throw UsageError("There is no ID.", command: arguments.command)
    }
    return id
  }

  /// The same identifier as one of a link: which of the two it is, the library knows.
  static func linkID(_ id: AttachmentID) -> LinkID? { LinkID(bytes: id.bytes) }
}
