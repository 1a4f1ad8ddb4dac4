import AttachmentIntake

extension LibraryCommand {
  static let remove = CommandDefinition(
    "remove", abstract: "Remove documents with their files, or links",
    discussion: ["The original of a link stays as it is."],
    options: [ContainerOption.option.declaration],
    operands: [LibraryOptions.ids.declaration],
    check: { arguments throws(UsageError) in
      if arguments[LibraryOptions.ids].isEmpty {
        throw UsageError(
          "There is nothing to remove.", hint: "'intake library list' shows the identifiers.",
          command: arguments.command)
      }
    })

  static let removeBody: CommandBodies.Body = { arguments, context in
    try await withLibrary(arguments, context) { library in
      var status = ExitStatus.success
      for id in arguments[LibraryOptions.ids] {
        try Task.checkCancellation()
        do {
          if let link = linkID(id), try await isLink(link, in: library) {
            try await library.remove(link)
          } else {
            try await library.remove(id)
          }
        } catch let error as IntakeError where error.code == .notFound {
          // The others go all the same.
          context.messages.report(error.message + " (\(error.code))")
          status = .refusals
        }
      }
      return status
    }
  }
}
