import IntakeModel
package import ShareContract

/// `intake record`: what became of shares, without their content.
package enum RecordCommand {
  // MARK: Files

  package static let file = Operand<FilePathArgument?>.required(
    "FILE", .path("a file of records", example: "records.jsonl"),
    help: "Records, one on each line; '-' for standard input.")

  package static let optionalFile = Operand<FilePathArgument?>.optional(
    "FILE", .path("a file of records", example: "records.jsonl"),
    help: "Records, one on each line; '-' for standard input.")

  package static let reported = Option<Bool>.flag(
    "reported", help: "List what common apps are reported to share, which comes with the program.")

  package static let output = Option<FilePathArgument?>.value(
    "output", short: "o", "FILE", .path("a file", example: "records.jsonl"),
    help: "Add the record to the end of this file. Required.")

  // MARK: What a person saw

  package static let seen = Option<[ShareRecord.Sight]>.list(
    "seen", short: "s", "WHAT", .choice(),
    help: "What was to be seen.")

  package static let source = Option<RecordLabel?>.value(
    "source", "APP", .label("the name of an app", example: "Photos"),
    help: "The app that shared.")

  package static let content = Option<RecordLabel?>.value(
    "content", "WHAT", .label("a kind of content", example: "still photo"),
    help: "What was shared, in general: never the name of a file.")

  package static let contract = Option<FilePathArgument?>.value(
    "contract", short: "c", "FILE", .path("a contract", example: "share-contract.json"),
    help: "The contract that has the row of --row.")

  package static let row = Option<String?>.value(
    "row", "ID", .text("the identifier of a row", example: "photos-still"),
    help: "The row that was tried: source, content and types are taken from it.")

  // MARK: Where

  package static let system = Option<RecordLabel?>.value(
    "system", "NAME", .label("a system with its version", example: "iOS 26.1"),
    help: "The system with its version.")

  package static let systemBuild = Option<RecordLabel?>.value(
    "system-build", "BUILD", .label("the build of a system", example: "23B85"),
    help: "The build of the system.")

  package static let device = Option<RecordLabel?>.value(
    "device", "KIND", .label("a kind of device", example: "iPhone17,1"),
    help: "The kind of device.")

  package static let build = Option<RecordLabel?>.value(
    "build", "BUILD", .label("the build of the app", example: "1.4 (210)"),
    help: "The build of the app that takes the share.")

  package static let fresh = Option<Answer?>.value(
    "fresh", "YES|NO", .choice(),
    help: "Whether the app had just been installed for the first time.")

  package static let noInput = Option<Bool>.flag(
    "no-input", help: "Never ask: what is missing is an error.")

  package enum Answer: String, Sendable, CaseIterable {
    case yes, no
  }

  package static let definition = CommandDefinition(
    "record", abstract: "Keep records of shares",
    discussion: [
      "A record says what became of one share: source, declared types, sizes, durations and "
        + "errors, and never a name, a path or content. Devices and tests write them; 'add' takes "
        + "what only a person can see."
    ],
    examples: [
      ("intake record list --reported", "What common apps are reported to share"),
      ("intake record add --output records.jsonl", "Answer what was to be seen, step by step"),
    ],
    subcommands: [add, list, check])
}

extension ValueFormat where Value == RecordLabel {
  package static func label(_ expected: String, example: String) -> ValueFormat {
    ValueFormat(
      expected:
        "\(expected): 1 to \(RecordLabel.maximumLength) letters, digits, spaces and . , - _ ( ) + & '",
      example: example,
      read: { $0.text.flatMap { RecordLabel($0) } },
      text: { $0.text })
  }
}
