import AttachmentIntake

extension InboxCommand {
  static let take = CommandDefinition(
    "take", abstract: "Take an attachment by a lease",
    discussion: [
      "Prints the identifier, the token of the lease, and what is known of the attachment; no "
        + "path. The exit status is 1 if there is nothing to take."
    ],
    options: [
      ContainerOption.option.declaration, InboxOptions.lease.declaration,
      OutputOptions.json.declaration,
    ],
    operands: [InboxOptions.idToTake.declaration])

  static let takeBody: CommandBodies.Body = { arguments, context in
    try await withInbox(arguments, context) { inbox in
      let taken = try await inbox.take(
        arguments[InboxOptions.idToTake], for: arguments[InboxOptions.lease])
      guard let taken else {
        context.messages.report("There is nothing to take.", style: .faint)
        return .refusals
      }
      do {
        try await write(taken, arguments, context)
        try await context.output.flush()
      } catch {
        // Nobody was told of the lease, and so nobody could end it. No cancellation reaches this task.
        await Task(name: "give back") { try? await taken.giveBack() }.value
        throw error
      }
      return .success
    }
  }

  private static func write(
    _ taken: TakenAttachment, _ arguments: ParsedArguments, _ context: CommandContext
  ) async throws {
    let record = taken.record
    if arguments[OutputOptions.json] {
      try await context.output.write(record.jsonLine(leaseToken: taken.lease))
      return
    }
    try await context.output.write(facts: [
      ("ID", taken.id.description), ("LEASE", taken.lease.description),
      ("ENDS", "in \(DurationText.coarse(arguments[InboxOptions.lease]))"),
      ("TYPE", record.attachment.contentType.rawValue),
      ("SIZE", record.attachment.size.description), ("NAME", record.displayName ?? "-"),
    ])
  }
}
