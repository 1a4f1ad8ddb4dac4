package import IntakeModel

/// The options and operands of `intake inbox`.
package enum InboxOptions {
  package static let id = Operand<AttachmentID?>.required(
    "ID", .identifier("the identifier of an attachment"),
    help: "The identifier that was handed over, as 'list' shows it.")

  package static let idToTake = Operand<AttachmentID?>.optional(
    "ID", .identifier("the identifier of an attachment"),
    help: "The attachment to take; without one, the one that has waited longest.")

  package static let all = Option<Bool>.flag(
    "all", help: "Also list what is taken, and what was read and is still kept.")

  package static let outputFile = Option<FilePathArgument?>.value(
    "output", short: "o", "FILE", .path("a file", example: "photo.jpg"),
    otherwise: "standard output",
    help: "Write to this file, whole or not at all. It must not exist yet.")

  package static let force = Option<Bool>.flag(
    "force", short: "f", help: "Replace the file of --output if it exists.")

  package static let lease = Option<Duration>.value(
    "lease", "DURATION", .duration, default: .seconds(900),
    help: "How long it is yours. Then it counts as given back, and another may take it.")

  package static let token = Option<LeaseID?>.value(
    "lease", "TOKEN", .identifier("the token of a lease"),
    help: "The token that 'take' printed. Required.")

  package static let keep = Option<Bool>.flag(
    "keep", short: "k", help: "Keep the copy, until a 'sweep' whose rule it falls under.")

  package static let keepReadAge = Option<Duration?>.value(
    "keep-read-age", "DURATION", .duration,
    help: "Keep a copy that was read for this long after the reading.")

  package static let keepReadBytes = Option<ByteCount?>.value(
    "keep-read-bytes", "SIZE", .size,
    help: "Keep at most this many bytes of copies that were read; the last read stay.")

  package static let keepReadCount = Option<Int?>.value(
    "keep-read-count", "N", .integer(in: 0...Int.max),
    help: "Keep at most this many copies that were read; the last read stay.")

  package static let untakenAge = Option<Duration?>.value(
    "untaken-age", "DURATION", .duration, orNone: RetentionRule().untakenAge,
    help: "Remove a copy that nobody took in this time.")

  package static let dryRun = Option<Bool>.flag(
    "dry-run", short: "n", help: "Show what would be removed, and remove nothing.")
}
