import AttachmentIntake

extension InboxCommand {
  static func withInbox(
    _ arguments: ParsedArguments, _ context: CommandContext,
    _ body: (Inbox) async throws -> ExitStatus
  ) async throws -> ExitStatus {
    try await ContainerOption.withContainer(arguments, context) { try await body(Inbox($0)) }
  }

  static func id(_ arguments: ParsedArguments) throws -> AttachmentID {
    guard let id = arguments[InboxOptions.id] else {
      throw UsageError("There is no ID.", command: arguments.command)
    }
    return id
  }

  static func lease(_ arguments: ParsedArguments) throws -> LeaseID {
    guard let lease = arguments[InboxOptions.token] else {
      throw UsageError("There is no '--lease'.", command: arguments.command)
    }
    return lease
  }
}
