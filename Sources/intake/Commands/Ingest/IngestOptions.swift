package import AttachmentIntake

/// The options of `intake ingest`, in the order in which help shows them.
package enum IngestOptions {
  /// What holds where an option is not given.
  private static let defaults = IntakePipeline.Configuration()

  package static let contract = Option<FilePathArgument?>.value(
    "contract", short: "c", "FILE", .path("a file", example: "share-contract.json"),
    help: "Accept, refuse and limit what this contract says; other options go before it.")

  package static let accept = Option<[TypeIdentifier]>.list(
    "accept", short: "a", "TYPE", .type, otherwise: "any type of content",
    help: "Take in only what conforms to this uniform type, such as public.image. One that is not "
      + "known is reported, and matches by its name alone.")

  package static let policy = Option<BatchPolicy>.value(
    "policy", "POLICY", .choice(), default: BatchOptions().policy,
    help: "Keep each file that succeeds, or show nothing until all have, and leave nothing "
      + "behind if one is refused.")

  package static let order = Option<OutcomeOrder>.value(
    "order", "ORDER", .choice(), default: BatchOptions().order, help: "The order of the outcomes.")

  package static let jobs = Option<Int>.value(
    "jobs", short: "j", "N", .integer(in: 1...256), default: defaults.maximumConcurrentLoads,
    help: "How many files are read at once.")

  package static let memory = Option<ByteCount>.value(
    "memory", "SIZE", .size, default: defaults.memoryBudget,
    help: "The budget for content in memory, shared by all files.")

  package static let maxFile = Option<ByteCount>.value(
    "max-file", "SIZE", .size, default: defaults.maximumFileSize,
    help: "The most bytes that one file may hold.")

  package static let maxBatch = Option<ByteCount?>.value(
    "max-batch", "SIZE", .size, otherwise: limit(defaults.maximumBatchSize, "no limit"),
    help: "The most bytes that all files of this call may hold together.")

  package static let maxCount = Option<Int>.value(
    "max-count", "N", .integer(in: 1...Int.max), default: defaults.maximumCount,
    help: "The most files of this call; those beyond it are refused.")

  package static let maxContainer = Option<ByteCount?>.value(
    "max-container", "SIZE", .size,
    otherwise: limit(
      defaults.container.bytes,
      "what the disk has, less \(SizeText.exact(defaults.minimumFreeSpace))"),
    help: "The most bytes that the container may hold afterwards.")

  package static let durability = Option<Durability>.value(
    "durability", "WHEN", .choice(), default: defaults.durability,
    help: "What is waited for before a file counts as stored: nothing (it survives a crash of the "
      + "program, not a power cut), a sync for each group of files, or for each file.")

  package static let directories = Option<SelectionRule.DirectoryPolicy>.value(
    "directories", "HOW", .choice(), default: defaults.rule.directories,
    help: "What becomes of a package, which is a folder that counts as one document, such as "
      + "Notes.rtfd: it is refused, or stored as a zip archive.")

  package static let timeout = Option<Duration?>.value(
    "timeout", "DURATION", .duration, orNone: defaults.loadTimeout,
    help: "How long one file may deliver nothing before it is refused.")

  package static let validate = Option<Bool>.flag(
    "validate",
    help:
      "Store only what opens, told by the program 'intake-validate', which opens images only where it is "
      + "built with the trait Images; as the contract may demand without this option.")

  package static let filesFrom = Option<FilePathArgument?>.value(
    "files-from", short: "T", "FILE", .path("a file", example: "list.txt"),
    help: "Also take the files that this file names, one on each line; '-' is standard input.")

  package static let null = Option<Bool>.flag(
    "null", short: "0",
    help: "The names in --files-from end with NUL, as 'find -print0' writes them.")

  private static func limit(_ size: ByteCount?, _ otherwise: String) -> String {
    size.map { SizeText.exact($0) } ?? otherwise
  }

  package static let record = Option<FilePathArgument?>.value(
    "record", "FILE", .path("a file", example: "records.jsonl"),
    help: "Add a record of this call to the end of this file: types, sizes, stages, durations and "
      + "reasons of the first \(ShareRecording.maximumAttachments) files, and none of their names "
      + "and content.")

  package static let row = Option<String?>.value(
    "row", "ID", .text("the identifier of a row", example: "photos-still"),
    help: "The row of --contract that the call is made for: the record refers to it, and takes "
      + "source and content from it.")

  /// What a record says that nobody can find out, in the same words as of `record add`.
  package static let source = RecordCommand.source
  package static let content = RecordCommand.content
  package static let system = RecordCommand.system
  package static let build = RecordCommand.build

  package static let json = OutputOptions.json

  package static let verbose = Option<Bool>.flag(
    "verbose", short: "v", help: "Show a row for every file, not only for those refused.")

  package static let quiet = Option<Bool>.flag(
    "quiet", short: "q", help: "No progress bar and no table; refusals are still reported.")

  package static let files = Operand<[FilePathArgument]>.repeated(
    "FILE", .path("a file", example: "photo.jpg"),
    help: "A file to take in, or a folder, which stands for the files in it and below.")

  package static let declarations =
    [
      ContainerOption.option.declaration, contract.declaration, accept.declaration,
      policy.declaration, order.declaration, jobs.declaration, memory.declaration,
      maxFile.declaration,
      maxBatch.declaration, maxCount.declaration, maxContainer.declaration,
      durability.declaration, directories.declaration, timeout.declaration, validate.declaration,
    ] + ValidationOptions.declarations + [
      filesFrom.declaration, null.declaration, record.declaration, row.declaration,
      source.declaration, content.declaration, system.declaration, build.declaration,
      json.declaration, verbose.declaration, quiet.declaration,
    ]
}
