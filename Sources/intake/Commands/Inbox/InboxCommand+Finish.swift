import AttachmentIntake

extension InboxCommand {
  static let finish = ending(
    "finish", abstract: "Say that an attachment was read, and give up the lease",
    "The copy is removed, or kept for a later sweep with --keep.",
    options: [InboxOptions.keep.declaration])

  static let finishBody: CommandBodies.Body = { arguments, context in
    try await withInbox(arguments, context) { inbox in
      try await inbox.finish(
        try id(arguments), lease: try lease(arguments), keepsCopy: arguments[InboxOptions.keep])
      return .success
    }
  }
}
