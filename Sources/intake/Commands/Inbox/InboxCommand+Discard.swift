import AttachmentIntake

extension InboxCommand {
  static let discard = CommandDefinition(
    "discard", abstract: "Remove an attachment that is not wanted",
    discussion: ["One that is taken can be removed only with the token of its lease."],
    options: [
      ContainerOption.option.declaration,
      Option<LeaseID?>.value(
        "lease", "TOKEN", .identifier("the token of a lease"),
        help: "The token that 'take' printed, if the attachment is taken."
      ).declaration,
    ],
    operands: [InboxOptions.id.declaration])

  static let discardBody: CommandBodies.Body = { arguments, context in
    try await withInbox(arguments, context) { inbox in
      try await inbox.discard(try id(arguments), lease: arguments[InboxOptions.token])
      return .success
    }
  }
}
