package import IntakeModel

/// The options and operands of `intake replay`.
package enum ReplayOptions {
  package static let records = Operand<[FilePathArgument]>.repeated(
    "RECORDS", .path("a file of records", example: "records.jsonl"),
    help: "Files of records, one share on each line; '-' is standard input.")

  package static let contract = Option<FilePathArgument?>.value(
    "contract", short: "c", "FILE", .path("a contract", example: "contract.json"),
    help: "The contract to replay under. Required.")

  package static let reported = Option<Bool>.flag(
    "reported",
    help: "Replay what public reports say of common sources, which comes with the program.")

  package static let rows = Option<Bool>.flag(
    "rows", help: "Replay what the rows of the contract describe, which needs no record.")

  package static let outputFile = Option<FilePathArgument?>.value(
    "output", short: "o", "FILE", .path("a file", example: "observed.jsonl"),
    help:
      "Write the records of the replays to this file, for 'intake matrix'. It must not exist yet.")

  package static let force = Option<Bool>.flag(
    "force", short: "f", help: "Replace the file of --output if it exists.")

  package static let maxData = Option<ByteCount>.value(
    "max-data", "SIZE", .size, default: .mebibytes(64),
    help: "Replay no share that would hold more in memory at once.")

  package static let maxCopy = Option<ByteCount>.value(
    "max-copy", "SIZE", .size, default: .gibibytes(4),
    help: "Replay no share of which one attachment would copy more.")

  package static let verbose = Option<Bool>.flag(
    "verbose", short: "v",
    help: "Also tell what was tried and failed, and what a record leaves open.")

  package static let declarations = [
    contract.declaration.required, reported.declaration, rows.declaration, outputFile.declaration,
    force.declaration, maxData.declaration, maxCopy.declaration, OutputOptions.json.declaration,
    verbose.declaration,
  ]
}
