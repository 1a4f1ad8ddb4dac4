/// The tree of all commands.
package enum RootCommand {
  package static let version = "0.1.0"

  package static let definition = CommandDefinition(
    "intake",
    abstract: "Take attachments in safely, and hand them over",
    discussion: [
      "Takes many files into a container under limits on size, count and memory, durably and "
        + "under generated names, and hands over an identifier for each. A receiver lists them, "
        + "takes one by a lease, reads it, and finishes.",
      "Results go to standard output, everything else to standard error. The exit status is 0 "
        + "when done, 1 when done with refusals, 2 for a wrong command line, 70 for a fault of "
        + "the program, and 130, 143 or 129 after SIGINT, SIGTERM or SIGHUP, with everything "
        + "unfinished undone. NO_COLOR turns colors off.",
    ],
    examples: [
      ("intake ingest photos/*.jpg", "Take some photos in"),
      ("intake inbox list", "See what was handed over"),
      ("intake help inbox take", "Learn about one command"),
    ],
    subcommands: [
      IngestCommand.definition, InboxCommand.definition, LibraryCommand.definition,
      TypesCommand.definition, ContractCommand.definition, RuleCommand.definition,
      RecordCommand.definition, ReplayCommand.definition, MatrixCommand.definition,
      DiagnoseCommand.definition, GateCommand.definition, EvidenceCommand.definition,
      CheckCommand.definition, CompletionsCommand.definition,
    ])
}
