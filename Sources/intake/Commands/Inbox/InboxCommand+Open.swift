import AttachmentIntake

extension InboxCommand {
  static let open = CommandDefinition(
    "open", abstract: "Write the content of an attachment",
    discussion: [
      "The size and the digest are checked as it is read. If they are not those that were "
        + "recorded, the exit status is 1 and a file of --output is not made."
    ],
    options: [
      ContainerOption.option.declaration, InboxOptions.outputFile.declaration,
      InboxOptions.force.declaration,
    ],
    operands: [InboxOptions.id.declaration],
    check: { arguments throws(UsageError) in
      if arguments[InboxOptions.force] && arguments[InboxOptions.outputFile] == nil {
        throw UsageError(
          "'--force' replaces the file of '--output', which is not given.",
          hint: "For example '\(arguments.command) ID --output photo.jpg --force'.",
          command: arguments.command)
      }
    })

  static let openBody: CommandBodies.Body = { arguments, context in
    try await withInbox(arguments, context) { inbox in
      let reader = try await inbox.open(try id(arguments))
      guard let path = arguments[InboxOptions.outputFile], path.display != "-" else {
        while let chunk = try await reader.next(atMost: 64 << 10) {
          try await context.output.write(chunk)
        }
        return .success
      }
      let file = try OutputFile(path, replacing: arguments[InboxOptions.force])
      while let chunk = try await reader.next() { try file.write(chunk) }
      try file.finish()
      return .success
    }
  }
}
