/// `intake ingest`: takes files in.
package enum IngestCommand {
  package static let definition = CommandDefinition(
    "ingest", abstract: "Take files into the container",
    discussion: [
      "Copies each file into the container under a generated name, with limits checked at the "
        + "byte, and hands over an identifier for it. The sources stay as they are. One refused "
        + "file does not stop the others, and the exit status is then 1.",
      "Of a folder the files in it and below are taken, in the order of the bytes of their "
        + "names; hidden ones are passed over, and links are not followed.",
      "Ctrl-C stops: what was reported as stored stays, everything else is undone. A second "
        + "Ctrl-C ends at once, and the next start cleans up.",
      "Sizes are such as 500K, 64M or 2G, in binary multiples; 500kB, 64MB and 2GB are decimal. "
        + "Durations are such as 30s, 5m, 2h or 7d.",
    ],
    options: IngestOptions.declarations,
    operands: [IngestOptions.files.declaration],
    examples: [
      ("intake ingest --accept public.image --max-file 50M ~/Pictures", "Photos of a folder"),
      ("find . -name '*.pdf' -print0 | intake ingest -0 --files-from -", "What another tool finds"),
      (
        "intake ingest --contract c.json --row photos --record records.jsonl a.jpg",
        "An observation of a row, for 'intake matrix'"
      ),
      ("intake ingest --validate --refuse locked *.pdf", "Only what opens without a password"),
      ("intake ingest --policy all-or-nothing --json a.jpg b.jpg", "Both or neither, for a script"),
    ],
    check: check)

  private static func check(_ arguments: ParsedArguments) throws(UsageError) {
    let hasList = arguments[IngestOptions.filesFrom] != nil
    if arguments[IngestOptions.files].isEmpty && !hasList {
      throw UsageError(
        "There is nothing to take in.",
        hint: "Name files or folders, or a list of them with '--files-from FILE'.",
        command: arguments.command)
    }
    let accepted = arguments[IngestOptions.accept]
    if arguments.contains(IngestOptions.contract), !accepted.isEmpty {
      throw UsageError(
        "'--accept' and '--contract' contradict each other.",
        hint: "The contract says what is accepted; leave one of them out.",
        command: arguments.command)
    }
    if arguments[IngestOptions.null] && !hasList {
      throw UsageError(
        "'-0' says how the names in '--files-from' end, which is not given.",
        hint: "For example 'find . -print0 | intake ingest -0 --files-from -'.",
        command: arguments.command)
    }
    try checkRecord(arguments)
    try checkValidation(arguments)
    if arguments[IngestOptions.quiet] {
      for option in [IngestOptions.verbose, IngestOptions.json] where arguments[option] {
        throw UsageError(
          "'--quiet' and '--\(option.declaration.name)' contradict each other.",
          hint: "Leave one of them out.", command: arguments.command)
      }
    }
  }

  /// What is about validation needs that somebody asks for it; whether a contract does, is seen when it is read.
  private static func checkValidation(_ arguments: ParsedArguments) throws(UsageError) {
    try ValidationOptions.checkScanner(arguments)
    if !arguments.contains(IngestOptions.contract) {
      try checkValidation(arguments, isAsked: arguments[IngestOptions.validate])
    }
  }

  static func checkValidation(
    _ arguments: ParsedArguments, isAsked: Bool
  ) throws(UsageError) {
    let given = [
      (ValidationOptions.refuse.declaration.name, arguments.contains(ValidationOptions.refuse)),
      (
        ValidationOptions.validator.declaration.name,
        arguments.contains(ValidationOptions.validator)
      ),
    ]
    guard !isAsked, let name = given.first(where: \.1)?.0 else { return }
    throw UsageError(
      "'--\(name)' is about opening content, which nobody asks for.", hint: "Add '--validate'.",
      command: arguments.command)
  }

  /// What only a record carries needs one, and a row the contract that has it.
  private static func checkRecord(_ arguments: ParsedArguments) throws(UsageError) {
    let given = [
      (IngestOptions.row.declaration.name, arguments.contains(IngestOptions.row)),
      (IngestOptions.source.declaration.name, arguments.contains(IngestOptions.source)),
      (IngestOptions.content.declaration.name, arguments.contains(IngestOptions.content)),
      (IngestOptions.system.declaration.name, arguments.contains(IngestOptions.system)),
      (IngestOptions.build.declaration.name, arguments.contains(IngestOptions.build)),
    ]
    if !arguments.contains(IngestOptions.record), let name = given.first(where: \.1)?.0 {
      throw UsageError(
        "'--\(name)' is said of a record, and none is written.",
        hint: "Give the file for it with '--record FILE'.", command: arguments.command)
    }
    if arguments.contains(IngestOptions.row), !arguments.contains(IngestOptions.contract) {
      throw UsageError(
        "'--row' needs '--contract'.", hint: "The row says which, and the contract what it is.",
        command: arguments.command)
    }
  }

  /// How the outcomes are told.
  package static func form(_ arguments: ParsedArguments) -> IngestReport.Form {
    if arguments[IngestOptions.json] { return .json }
    if arguments[IngestOptions.quiet] { return .quiet }
    return .table(everyRow: arguments[IngestOptions.verbose])
  }
}
