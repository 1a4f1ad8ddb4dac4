import AttachmentIntake

extension InboxCommand {
  static let release = ending(
    "release", abstract: "Give an attachment back, so that another may take it",
    "The copy stays, and is available again at once.")

  static let releaseBody: CommandBodies.Body = { arguments, context in
    try await withInbox(arguments, context) { inbox in
      try await inbox.giveBack(try id(arguments), lease: try lease(arguments))
      return .success
    }
  }
}
