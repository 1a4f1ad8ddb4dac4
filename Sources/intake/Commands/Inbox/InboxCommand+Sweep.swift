import AttachmentIntake

extension InboxCommand {
  static let sweep = CommandDefinition(
    "sweep", abstract: "Remove what the retention rule says, and what the dead left",
    discussion: [
      "Says what was removed, and why. Copies that were read go at once, unless a --keep option "
        + "is given; those that nobody took go only by their own age. Also removes what "
        + "processes that died left unfinished."
    ],
    options: [
      ContainerOption.option.declaration, InboxOptions.keepReadAge.declaration,
      InboxOptions.keepReadBytes.declaration, InboxOptions.keepReadCount.declaration,
      InboxOptions.untakenAge.declaration, InboxOptions.dryRun.declaration,
      OutputOptions.json.declaration,
    ])

  static let sweepBody: CommandBodies.Body = { arguments, context in
    try await withInbox(arguments, context) { inbox in
      let report = try await inbox.sweep(
        by: rule(arguments), dryRun: arguments[InboxOptions.dryRun])
      if arguments[OutputOptions.json] {
        for removal in report.removed { try await context.output.write(removal.jsonLine) }
        return .success
      }
      if !report.removed.isEmpty {
        var table = Table(Removal.columns)
        for removal in report.removed { table.append(removal.row) }
        try await context.output.write(table, context.terminal)
      }
      ContainerOption.report(report.recovery, context)
      let bytes = report.removed.reduce(ByteCount.zero) { $0 + $1.size }
      let count = report.removed.count
      // A dry run looks at this many at most.
      let least = arguments[InboxOptions.dryRun] && count == 1_000 ? "at least " : ""
      let verb = arguments[InboxOptions.dryRun] ? "Would remove" : "Removed"
      let noun = count == 1 ? "attachment" : "attachments"
      try await context.output.write(line: "\(verb) \(least)\(count) \(noun), \(bytes).")
      return .success
    }
  }
}
