import AttachmentIntake
import JSONSyntax

extension LibraryCommand {
  static let recover = CommandDefinition(
    "recover", abstract: "Look through everything that was left unfinished, and finish it",
    discussion: [
      "Every command does the most of it when it starts. This one also looks for files without an entry, "
        + "which are removed once they are a day old, and for entries without a file, which are named and "
        + "stay: the file may come back. What a live process is doing is left alone."
    ],
    options: [
      ContainerOption.option.declaration, LibraryOptions.forgetMissing.declaration,
      OutputOptions.json.declaration,
    ],
    examples: [
      ("intake library recover", "See what is unfinished or missing"),
      ("intake library recover --forget-missing", "Give up what is lost for good"),
    ])

  static let recoverBody: CommandBodies.Body = { arguments, context in
    try await ContainerOption.withContainer(
      arguments, context, createdBy: "intake library import"
    ) { container in
      let library = try await DocumentLibrary(container)
      let thorough = try await library.recover(
        forgettingMissing: arguments[LibraryOptions.forgetMissing])
      let first = container.recovery
      let then = thorough.container
      let facts: [(name: String, title: String, count: Int)] = [
        ("deadOwners", "processes that had died", first.deadOwners + then.deadOwners),
        ("completed", "imports completed", first.completed + then.completed),
        ("unfinished", "unfinished copies removed", first.unfinished + then.unfinished),
        ("staged", "staged files removed", first.staged + then.staged),
        ("leases", "leases given back", first.leases + then.leases),
        ("orphans", "files without an entry removed", first.orphans + then.orphans),
        ("youngOrphans", "files without an entry that are too young", then.youngOrphans),
        (
          "interrupted", "imports recorded as interrupted",
          library.recovery.interrupted + thorough.library.interrupted
        ),
      ]
      let missing = thorough.library.missing.map(\.description)
      let forgotten = thorough.library.forgotten.map(\.description)
      // What stood in the way at the start does so once more.
      let failures = then.failures
      if arguments[OutputOptions.json] {
        try await context.output.write(
          JSONWriter.line { json in
            for fact in facts { json.member(fact.name, fact.count) }
            json.member("missing", missing)
            json.member("forgotten", forgotten)
            json.member("failures", failures.map { "\($0.id) \($0.code)" })
          })
        return missing.isEmpty && failures.isEmpty ? .success : .refusals
      }
      var lines = facts.filter { $0.count > 0 }.map { ($0.title, "\($0.count)") }
      lines += missing.map { ("entry without a file", $0) }
      lines += forgotten.map { ("entry without a file removed", $0) }
      lines += failures.map { ("in the way", "\($0.id): \($0.message) (\($0.code))") }
      if lines.isEmpty { try await context.output.write(line: "Nothing was left to do.") }
      try await context.output.write(facts: lines)
      return missing.isEmpty && failures.isEmpty ? .success : .refusals
    }
  }
}
