package import AttachmentIntake

/// The options of `intake ingest`, in the order in which help shows them.
package enum IngestOptions {
  /// What holds where an option is not given.
  private static let defaults = IntakePipeline.Configuration()

  package static let accept = Option<[TypeIdentifier]>.list(
    "accept", short: "a", "TYPE", .type, otherwise: "any type of content",
    help: "Take in only what conforms to this uniform type, such as public.image.")

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

  package static let filesFrom = Option<FilePathArgument?>.value(
    "files-from", short: "T", "FILE", .path("a file", example: "list.txt"),
    help: "Also take the files that this file names, one on each line; '-' is standard input.")

  package static let null = Option<Bool>.flag(
    "null", short: "0",
    help: "The names in --files-from end with NUL, as 'find -print0' writes them.")

  private static func limit(_ size: ByteCount?, _ otherwise: String) -> String {
    size.map { SizeText.exact($0) } ?? otherwise
  }

  package static let json = OutputOptions.json

  package static let verbose = Option<Bool>.flag(
    "verbose", short: "v", help: "Show a row for every file, not only for those refused.")

  package static let quiet = Option<Bool>.flag(
    "quiet", short: "q", help: "No progress bar and no table; refusals are still reported.")

  package static let files = Operand<[FilePathArgument]>.repeated(
    "FILE", .path("a file", example: "photo.jpg"),
    help: "A file to take in, or a folder, which stands for the files in it and below.")

  package static let declarations = [
    ContainerOption.option.declaration, accept.declaration, policy.declaration,
    order.declaration, jobs.declaration, memory.declaration, maxFile.declaration,
    maxBatch.declaration, maxCount.declaration, maxContainer.declaration,
    durability.declaration, directories.declaration, timeout.declaration,
    filesFrom.declaration, null.declaration, json.declaration, verbose.declaration,
    quiet.declaration,
  ]
}
