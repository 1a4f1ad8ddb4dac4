package import IntakeModel

/// `intake inbox`: what was handed over, for whoever receives it.
package enum InboxCommand {
  package static let definition = CommandDefinition(
    "inbox", abstract: "List, read and finish what was handed over",
    discussion: [
      "A receiver takes an attachment by a lease, which one process holds at most, opens it, and "
        + "then finishes (the copy goes by the retention rule), releases it (another may take "
        + "it) or discards it. A lease that runs out counts as released."
    ],
    examples: [
      ("intake inbox take --json", "Take what has waited longest"),
      ("intake inbox open ID --output photo.jpg", "Read it"),
      ("intake inbox finish ID --lease TOKEN", "Say that it is done with"),
    ],
    subcommands: [list, open, take, finish, release, discard, sweep])

  /// A command that ends a lease.
  static func ending(
    _ name: String, abstract: String, _ discussion: String, options: [OptionDeclaration] = []
  ) -> CommandDefinition {
    CommandDefinition(
      name, abstract: abstract, discussion: [discussion],
      options: [ContainerOption.option.declaration, InboxOptions.token.declaration.required]
        + options,
      operands: [InboxOptions.id.declaration],
      check: { arguments throws(UsageError) in
        if arguments[InboxOptions.token] == nil {
          throw UsageError(
            "'\(arguments.command)' needs the token of the lease.",
            hint: "Give what 'intake inbox take' printed with '--lease TOKEN'.",
            command: arguments.command)
        }
      })
  }

  /// The retention rule that the options of `sweep` say.
  package static func rule(_ arguments: ParsedArguments) -> RetentionRule {
    let (age, bytes, count) = (
      arguments[InboxOptions.keepReadAge], arguments[InboxOptions.keepReadBytes],
      arguments[InboxOptions.keepReadCount]
    )
    return RetentionRule(
      afterReading: age == nil && bytes == nil && count == nil, age: age, bytes: bytes,
      count: count, untakenAge: arguments[InboxOptions.untakenAge])
  }
}
